import './pipeline.css';
import {
  backToTop,
  beside,
  comingSoon,
  hero,
  next,
  roadmap,
  seo,
  stages,
  structuredSteps,
  therapeuticAreas,
} from '../../../content/pipeline.ts';
import { announced, milestoneStatusLabels } from '../../../content/roadmap.ts';
import { pageContext } from '../../../context.ts';
import { type PostTitle, publishedTitles } from '../../../posts/public-posts.ts';
import { Actions } from '../../../ui/actions.tsx';
import { BackToTop } from '../../../ui/back-to-top.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { CallToAction } from '../../../ui/call-to-action.tsx';
import { ExplainingPosts } from '../../../ui/explaining-posts.tsx';
import { Hero } from '../../../ui/hero.tsx';
import { hasEnded, MilestoneBadge, MilestoneDot, Milestones } from '../../../ui/milestones.tsx';
import { orderedSteps } from '../../../ui/page-graph.ts';
import { Reveal } from '../../../ui/reveal.tsx';
import { Section } from '../../../ui/section.tsx';
import { staticMeta } from '../../../ui/seo.ts';
import { StaticPart } from '../../../ui/static-part.tsx';
import { fetchStaticParts } from '../../../ui/static-part-cache.ts';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import type { Route } from './+types/pipeline.ts';
import { AreaCards } from './area-cards.tsx';

export const meta = staticMeta(
  seo,
  import.meta.env.SSR ? [orderedSteps(hero.title, structuredSteps())] : [],
);

export function loader({ context }: Route.LoaderArgs) {
  const slugs = stages.items.flatMap(({ explainedBy = [] }) => explainedBy);
  const { site, emptyOnFailure } = context.get(pageContext);
  return publishedTitles(site, slugs).catch(emptyOnFailure);
}

/** The titles are rendered by the server, in the static parts. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await fetchStaticParts(request);
  return [];
}

export default function Pipeline({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <StaticPart name="pipeline-hero">
        {import.meta.env.SSR ? <Hero {...hero} figure={<TimelineInBrief />} /> : null}
      </StaticPart>
      <Section title={therapeuticAreas.title} intro={therapeuticAreas.lead}>
        <AreaCards />
        <StaticPart name="pipeline-coming-soon">
          {import.meta.env.SSR ? <ComingSoon /> : null}
        </StaticPart>
      </Section>
      <StaticPart name="pipeline">
        {import.meta.env.SSR ? (
          <>
            <Stages posts={loaderData} />
            <Timeline />
            <CallToAction title={next.title} text={next.text} surface="pipeline">
              <Actions actions={next.actions} />
            </CallToAction>
          </>
        ) : null}
      </StaticPart>
      <BackToTop label={backToTop} />
    </>
  );
}

function ComingSoon() {
  return (
    <Reveal className="mt-6">
      <aside className="grid gap-x-8 gap-y-4 rounded-card border border-amber/30 bg-amber-tint/50 p-6 md:p-8 lg:grid-cols-12 [&_span]:border [&_span]:border-amber/30 [&_span]:bg-surface">
        <div className="self-baseline-last lg:col-span-5">
          <Badge tone="amber">{comingSoon.label}</Badge>
          <h3 className="mt-4 display text-xl">{comingSoon.title}</h3>
        </div>
        <p className="max-w-[60ch] self-baseline-last lg:col-span-7">{comingSoon.text}</p>
      </aside>
    </Reveal>
  );
}

function Stages({ posts }: { posts: readonly PostTitle[] }) {
  return (
    <Section title={stages.title} intro={stages.lead}>
      <Surface
        name="funnel"
        viewBox="0 0 1220 336"
        className="w-full max-sm:[--dot:16px] max-sm:[--numeral:44px]"
      />
      <p data-screen-only="" className="mt-3 mb-8 text-muted text-xs">
        {stages.key}
      </p>
      <Reveal as="ol" className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {stages.items.map(({ id, name, description, output, explainedBy = [] }, index) => (
          <li
            key={id}
            className="row-span-5 grid grid-rows-subgrid items-start border-line border-t py-8"
          >
            <span aria-hidden="true" className="display text-2xl text-teal leading-none">
              {index + 1}
            </span>
            <h3 className="mt-4 display text-xl">{name}</h3>
            <p className="mt-3 text-muted text-sm">
              <Subscripts text={description} />
            </p>
            <dl className="mt-5 border-line border-l pl-4 text-sm">
              <dt className="text-muted text-xs">{stages.outputLabel}</dt>
              <dd className="mt-1">{output}</dd>
            </dl>
            <ExplainingPosts
              title={stages.explained}
              posts={posts.filter(({ slug }) => explainedBy.includes(slug))}
            />
          </li>
        ))}
      </Reveal>
      <Reveal className="mt-4 border-line border-t pt-8">
        <h3 className="text-muted text-sm">{beside.title}</h3>
        <dl className="mt-6 grid gap-8 sm:grid-cols-2">
          {beside.items.map(({ name, description }) => (
            <div key={name}>
              <dt className="display text-xl">{name}</dt>
              <dd className="mt-3 max-w-[60ch] text-muted text-sm">{description}</dd>
            </div>
          ))}
        </dl>
      </Reveal>
    </Section>
  );
}

function Timeline() {
  const { title, lead, milestones, vision } = roadmap;
  return (
    <Section title={title} intro={lead} heading="across">
      <Milestones milestones={milestones}>
        <li className="relative border-transparent border-l pl-8">
          {/* The line ends in this dot. */}
          <MilestoneDot
            status="planned"
            className="top-2 -left-[5.5px] before:absolute before:bottom-full before:left-[3.5px] before:h-2 before:border-line before:border-l lg:before:h-4"
          />
          <h3 className="display text-xl">{vision.title}</h3>
          <p className="mt-2">
            <Unbroken text={vision.text} />
          </p>
          <p className="mt-2 text-muted text-xs">{vision.footnote}</p>
        </li>
      </Milestones>
    </Section>
  );
}

function TimelineInBrief() {
  return (
    <div>
      <p className="eyebrow">{roadmap.inBrief}</p>
      <ol className="mt-4">
        {roadmap.milestones.map(({ date, title, status }) => (
          <li
            key={date}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 max-narrow:flex max-narrow:flex-wrap border-line border-t py-4 lg:last:border-b"
          >
            <span className="display text-2xl tabular-nums">{date}</span>
            <span className="justify-self-end">
              <MilestoneBadge status={status} label={milestoneStatusLabels[status]} />
            </span>
            <span className="text-muted text-sm">{title}</span>
            {hasEnded(date) ? (
              <span className="text-right text-muted text-xs">{announced.label}</span>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}
