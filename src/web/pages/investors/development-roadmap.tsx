import { roadmap } from '../../../content/investors.ts';
import { milestoneStatusLabels, type RoadmapMilestone } from '../../../content/roadmap.ts';
import { MilestoneBadge } from '../../ui/milestone-badge.tsx';
import { Reveal } from '../../ui/reveal.tsx';
import { Section } from '../../ui/section.tsx';

export function DevelopmentRoadmap() {
  return (
    <Section id={roadmap.id} title={roadmap.title} intro={roadmap.lead} heading="beside">
      <Reveal as="ol" manner="left" className="border-line border-l">
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
    <li className="relative pb-10 pl-8 last:pb-0">
      <span
        aria-hidden
        className="absolute top-1.5 -left-[6.5px] size-3 rounded-full border-2 border-teal bg-paper"
      />
      <div className="flex flex-wrap items-center gap-3">
        <p className="eyebrow">{date}</p>
        <MilestoneBadge status={status} label={milestoneStatusLabels[status]} />
      </div>
      <h3 className="display mt-2 text-2xl">{title}</h3>
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
