import { roadmap } from '../../../content/purpose.ts';
import { announced, deliverablesLabel, milestoneStatusLabels } from '../../../content/roadmap.ts';
import { ArrowLink } from '../../../ui/arrow-link.tsx';
import { hasEnded } from '../../../ui/has-ended.ts';
import { Milestones } from '../../../ui/milestones.tsx';
import { Section } from '../../../ui/section.tsx';

/** The milestones in brief; the research timeline has the details. */
export function Roadmap() {
  const { title, lead, milestones, plannedFor2026, action } = roadmap;
  return (
    <Section title={title} intro={lead} heading="across">
      <Milestones
        milestones={milestones}
        statusLabels={milestoneStatusLabels}
        announced={{ ...announced, hasEnded }}
        detailsLabel={deliverablesLabel}
        direction="across"
      />
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
