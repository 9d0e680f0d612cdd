import { roadmap } from '../../../content/pipeline.ts';
import { milestoneStatusLabels, type RoadmapMilestone } from '../../../content/roadmap.ts';
import { MilestoneBadge, MilestoneDot } from '../../ui/milestone.tsx';
import { Reveal } from '../../ui/reveal.tsx';
import { Section } from '../../ui/section.tsx';

/** What is intended, and when, down a line. */
export function Timeline() {
  const { title, lead, milestones, vision } = roadmap;
  return (
    <Section title={title} intro={lead} heading="beside">
      <Reveal as="ol" manner="left">
        {milestones.map((milestone) => (
          <Milestone key={milestone.date} milestone={milestone} />
        ))}
        <li className="relative border-transparent border-l pl-8">
          <MilestoneDot status="planned" className="top-2 -left-[5.5px]" />
          <h3 className="font-display text-xl leading-tight">{vision.title}</h3>
          <p className="mt-2">{vision.text}</p>
          <p className="mt-2 text-muted text-xs">{vision.footnote}</p>
        </li>
      </Reveal>
    </Section>
  );
}

/** The dates alone, for the first screen. */
export function TimelineInBrief() {
  return (
    <div>
      <p className="eyebrow">{roadmap.lead}</p>
      <ol className="mt-4">
        {roadmap.milestones.map(({ date, title, status }) => (
          <li
            key={date}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-line border-t py-4 last:border-b"
          >
            <span className="display text-2xl tabular-nums">{date}</span>
            <MilestoneBadge status={status} label={milestoneStatusLabels[status]} />
            <span className="text-muted text-sm">{title}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Milestone({
  milestone: { date, title, description, status, details },
}: {
  milestone: RoadmapMilestone;
}) {
  return (
    <li className="relative border-line border-l pb-14 pl-8">
      <MilestoneDot status={status} className="top-4 -left-[5.5px]" />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="display text-3xl tabular-nums">{date}</span>
        <MilestoneBadge status={status} label={milestoneStatusLabels[status]} />
      </p>
      <h3 className="mt-4 font-display text-xl leading-tight">{title}</h3>
      <p className="mt-2 max-w-[60ch] text-muted">{description}</p>
      <h4 className="eyebrow mt-6">{roadmap.deliverablesLabel}</h4>
      <ul className="mt-3 grid gap-x-8 sm:grid-cols-2">
        {details.map((detail) => (
          <li key={detail} className="border-line border-t py-2.5 text-sm">
            {detail}
          </li>
        ))}
      </ul>
    </li>
  );
}
