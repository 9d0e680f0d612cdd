import { roadmap } from '../../../content/investors.ts';
import { milestoneStatusLabels, type RoadmapMilestone } from '../../../content/roadmap.ts';
import { MilestoneBadge, MilestoneDot } from '../../ui/milestone.tsx';
import { Reveal } from '../../ui/reveal.tsx';
import { Section } from '../../ui/section.tsx';

export function DevelopmentRoadmap() {
  return (
    <Section id={roadmap.id} title={roadmap.title} intro={roadmap.lead} heading="beside">
      <Reveal as="ol" manner="left">
        {roadmap.milestones.map((milestone) => (
          <Milestone key={milestone.date} milestone={milestone} />
        ))}
      </Reveal>
    </Section>
  );
}

function Milestone({ milestone }: { milestone: RoadmapMilestone }) {
  const { date, title, description, status, details } = milestone;
  return (
    <li className="relative border-line border-l pb-14 pl-8 last:pb-0">
      <MilestoneDot status={status} className="top-3 -left-[5.5px]" />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="display text-2xl tabular-nums">{date}</span>
        <MilestoneBadge status={status} label={milestoneStatusLabels[status]} />
      </p>
      <h3 className="mt-3 font-display text-xl leading-tight">{title}</h3>
      <p className="mt-2 text-muted">{description}</p>
      <ul className="mt-4 grid gap-x-8 text-sm sm:grid-cols-2">
        {details.map((detail) => (
          <li key={detail} className="border-line border-t py-2.5">
            {detail}
          </li>
        ))}
      </ul>
    </li>
  );
}
