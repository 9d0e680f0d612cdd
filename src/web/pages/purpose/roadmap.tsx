import { roadmap } from '../../../content/purpose.ts';
import { milestoneStatusLabels } from '../../../content/roadmap.ts';
import { ArrowLink } from '../../ui/arrow-link.tsx';
import { MilestoneBadge, MilestoneDot } from '../../ui/milestone.tsx';
import { Section } from '../../ui/section.tsx';

/** The milestones in brief, along a line; the research timeline has them in full. */
export function Roadmap() {
  const { title, lead, milestones, plannedFor2026, action } = roadmap;
  return (
    <Section title={title} intro={lead}>
      <ol className="grid gap-y-10 md:grid-cols-3">
        {milestones.map(({ date, title: name, description, status, details }) => (
          <li
            key={date}
            className="relative border-line border-l pl-6 md:border-t md:border-l-0 md:pt-8 md:pr-8 md:pl-0"
          >
            <MilestoneDot
              status={status}
              className="top-3 -left-[5.5px] md:-top-[5.5px] md:left-0"
            />
            <p className="flex flex-wrap items-center gap-3">
              <span className="display text-2xl tabular-nums">{date}</span>
              <MilestoneBadge status={status} label={milestoneStatusLabels[status]} />
            </p>
            <h3 className="mt-4 font-display text-xl leading-tight">{name}</h3>
            <p className="mt-2 text-muted text-sm">{description}</p>
            <ul className="mt-4 space-y-2 text-sm">
              {details.map((detail) => (
                <li key={detail} className="border-line border-t pt-2">
                  {detail}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <div className="mt-12 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-4 border-line border-t pt-6">
        <h3 className="font-display text-lg">{plannedFor2026.title}</h3>
        <ul className="flex grow flex-wrap gap-x-8 gap-y-2 text-muted">
          {plannedFor2026.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <ArrowLink href={action.href}>{action.label}</ArrowLink>
      </div>
    </Section>
  );
}
