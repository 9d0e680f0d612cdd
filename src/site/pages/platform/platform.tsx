import './platform.css';
import {
  areas,
  faq,
  figures,
  functionality,
  hero,
  howItWorks,
  liveWaitlist,
  next,
  pricing,
  reproducibilityHub,
  seo,
} from '../../../content/platform.ts';
import { reviewers } from '../../../content/reviewers.ts';
import { pageContext } from '../../../context.ts';
import { publishedTitles } from '../../../posts/public-posts.ts';
import { ActionBelow } from '../../../ui/actions.tsx';
import { ArrowLink } from '../../../ui/arrow-link.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CallToAction } from '../../../ui/call-to-action.tsx';
import { Card } from '../../../ui/card.tsx';
import { Faq } from '../../../ui/faq.tsx';
import { Footnotes } from '../../../ui/footnotes.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { faqPage, platformOffers } from '../../../ui/page-graph.ts';
import { Section } from '../../../ui/section.tsx';
import { staticMeta } from '../../../ui/seo.ts';
import { StaticPart } from '../../../ui/static-part.tsx';
import { fetchStaticParts } from '../../../ui/static-part-cache.ts';
import { Statistic } from '../../../ui/statistic.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import type { Route } from './+types/platform.ts';
import { Functionality } from './functionality.tsx';
import { Waitlist } from './waitlist.tsx';

export const meta = staticMeta(seo, import.meta.env.SSR ? [platformOffers, faqPage(faq)] : []);

export async function loader({ context }: Route.LoaderArgs) {
  const { site, emptyOnFailure } = context.get(pageContext);
  const slugs = functionality.blocks.flatMap(({ explainedBy }) => explainedBy);
  return {
    live: site.liveForms ? liveWaitlist : null,
    posts: await publishedTitles(site, slugs).catch(emptyOnFailure),
  };
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const [data] = await Promise.all([serverLoader(), fetchStaticParts(request)]);
  return data;
}

export default function Platform({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero
        eyebrow={hero.eyebrow}
        title={hero.title}
        lead={hero.lead}
        figure={
          <StaticPart name="platform-areas">{import.meta.env.SSR ? <Areas /> : null}</StaticPart>
        }
      >
        <Waitlist live={loaderData.live} />
        {hero.actions.map(({ href, label }) => (
          <ButtonLink key={href} href={href} variant="secondary">
            {label}
          </ButtonLink>
        ))}
      </Hero>
      <StaticPart name="platform">
        {import.meta.env.SSR ? (
          <>
            <Functionality posts={loaderData.posts} />
            <HowItWorks />
            <ReproducibilityHub />
            <Reviewers />
            <Pricing />
            <Faq items={faq} />
            <CallToAction title={next.title} surface="platform">
              <ul>
                {next.links.map(({ href, label }) => (
                  <li key={href}>
                    <ArrowLink href={href}>{label}</ArrowLink>
                  </li>
                ))}
              </ul>
            </CallToAction>
          </>
        ) : null}
      </StaticPart>
    </>
  );
}

const TONES = { 'In Development': 'stone', 'Coming Soon': 'amber' } as const satisfies Record<
  string,
  Tone
>;

function Areas() {
  return (
    <div>
      <h2 className="eyebrow">{areas.title}</h2>
      <dl className="mt-4">
        {areas.items.map(({ name, status, description }) => (
          <div
            key={name}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 max-narrow:flex max-narrow:flex-wrap border-line border-t py-4 lg:last:border-b"
          >
            <dt className="font-display text-lg">{name}</dt>
            <dd>
              <Badge tone={TONES[status]}>{status}</Badge>
            </dd>
            <dd className="col-span-2 mt-1 text-muted text-sm">
              <Unbroken text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function HowItWorks() {
  return (
    <section className="border-line border-y bg-surface">
      <details className="group page [interpolate-size:allow-keywords] details-content:h-0 details-content:overflow-clip details-content:transition-[height,content-visibility] details-content:duration-300 details-content:transition-discrete open:details-content:h-auto">
        <summary className="grid cursor-pointer grid-cols-[1fr_auto] items-center gap-x-8 py-8 md:py-14">
          <h2 className="display text-3xl">{howItWorks.title}</h2>
          <span className="mt-3 text-lg text-muted">{howItWorks.summary}</span>
          <span className="col-start-2 row-span-2 row-start-1 grid size-12 shrink-0 place-items-center rounded-full border border-line text-teal transition-colors group-hover:border-teal">
            <Icon
              name="plus"
              className="size-6 transition-transform duration-300 group-open:rotate-45"
            />
          </span>
        </summary>
        <ol className="grid gap-x-8 pb-14 lg:grid-cols-5">
          {howItWorks.steps.map((step, index) => (
            <li key={step} className="border-line border-t py-6">
              <span aria-hidden="true" className="display text-2xl text-teal leading-none">
                {index + 1}
              </span>
              <p className="mt-4 text-sm">{step}</p>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

function Pricing() {
  return (
    <Section id={pricing.id} title={pricing.title} intro={pricing.lead}>
      <div className="grid gap-6 tablet:grid-cols-2">
        {pricing.plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </div>
      <p className="mt-6 text-muted text-sm">{pricing.note}</p>
    </Section>
  );
}

function PlanCard({
  plan: { name, audience, features, action },
}: {
  plan: (typeof pricing.plans)[number];
}) {
  return (
    <Card className="seats flex flex-col">
      <h3 className="display text-2xl">{name}</h3>
      <p className="mt-2 text-muted">{audience}</p>
      <p className="mt-5 font-display md:mt-8 text-xl">{pricing.price}</p>
      <ul className="mt-4 mb-6 border-line border-t">
        {features.map((feature) => (
          <li key={feature} className="grid grid-cols-[2rem_1fr] border-line border-b py-3">
            <Icon name="check" strokeWidth={1.75} className="mt-1 size-5 text-teal" />
            {feature}
          </li>
        ))}
      </ul>
      <ButtonLink href={action.href} className="mt-auto self-start">
        {action.label}
      </ButtonLink>
    </Card>
  );
}

function ReproducibilityHub() {
  return (
    <Section
      title={reproducibilityHub.title}
      intro={reproducibilityHub.text}
      heading="beside"
      unruled
    >
      <Card>
        <dl>
          {reproducibilityHub.items.map(({ term, description }) => (
            <div
              key={term}
              className="grid items-baseline gap-x-6 gap-y-1 border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[10rem_1fr]"
            >
              <dt className="font-mono text-sm">{term}</dt>
              <dd className="text-muted">
                <Unbroken text={description} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <dl className="mt-10 grid gap-x-8 gap-y-6 narrow:grid-cols-2 md:mt-14">
        {figures.map((figure, index) => (
          <Statistic key={figure.id} {...figure} number={index + 1} />
        ))}
      </dl>
      <Footnotes notes={figures} className="mt-6 grid gap-x-8 gap-y-3 sm:grid-cols-2" />
    </Section>
  );
}

function Reviewers() {
  const { title, lead, items, action } = reviewers;
  return (
    <Section title={title} intro={lead} heading="beside" aside={<ActionBelow action={action} />}>
      <dl className="border-line lg:border-b">
        {items.map(({ what, text }) => (
          <div
            key={what}
            className="grid gap-x-6 gap-y-1 border-line border-t py-4 md:py-5 sm:grid-cols-[12rem_1fr]"
          >
            <dt className="font-medium">{what}</dt>
            <dd className="text-muted">
              <Unbroken text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
