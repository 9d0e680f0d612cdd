import './platform.css';
import {
  type AreaStatus,
  areas,
  faq,
  functionality,
  hero,
  howItWorks,
  liveWaitlist,
  next,
  offer,
  pricing,
  seo,
} from '../../../content/platform.ts';
import { pageContext } from '../../../context.ts';
import type { PostTitle } from '../../../posts/public-posts.ts';
import { ArrowLink } from '../../../ui/arrow-link.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CallToAction } from '../../../ui/call-to-action.tsx';
import { Faq } from '../../../ui/faq.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { pageMeta, publicUrlFrom } from '../../../ui/seo.ts';
import { StaticPart } from '../../../ui/static-part.tsx';
import { fetchStaticParts } from '../../../ui/static-part-cache.ts';
import { faqPage, platformOffers } from '../../../ui/structured-data.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import type { Route } from './+types/platform.ts';
import { Functionality } from './functionality.tsx';
import { Pricing } from './pricing.tsx';
import { ReproducibilityHub } from './reproducibility-hub.tsx';
import { Reviewers } from './reviewers.tsx';
import { Waitlist } from './waitlist.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(seo, {
    publicUrl: publicUrlFrom(matches),
    jsonLd: import.meta.env.SSR
      ? [platformOffers(seo.description, pricing, offer), faqPage(faq)]
      : [],
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { services, emptyOnFailure } = context.get(pageContext);
  const slugs = functionality.blocks.flatMap(({ explainedBy }) => explainedBy);
  return {
    live: services.inquiries.liveForms ? liveWaitlist : null,
    posts: await services.posts.publishedTitles(slugs).catch(emptyOnFailure),
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
        {import.meta.env.SSR ? <Rest posts={loaderData.posts} /> : null}
      </StaticPart>
    </>
  );
}

function Rest({ posts }: { posts: readonly PostTitle[] }) {
  return (
    <>
      <Functionality posts={posts} />
      <HowItWorks />
      <ReproducibilityHub />
      <Reviewers />
      <Pricing />
      <Faq items={faq} />
      <Next />
    </>
  );
}

const TONES: Record<AreaStatus, Tone> = { 'In Development': 'stone', 'Coming Soon': 'amber' };

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

/** A collapsed item. */
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

function Next() {
  return (
    <CallToAction title={next.title} surface="platform">
      <ul>
        {next.links.map(({ href, label }) => (
          <li key={href}>
            <ArrowLink href={href}>{label}</ArrowLink>
          </li>
        ))}
      </ul>
    </CallToAction>
  );
}
