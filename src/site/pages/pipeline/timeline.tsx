import { roadmap } from '../../../content/pipeline.ts';
import { announced, deliverablesLabel, milestoneStatusLabels } from '../../../content/roadmap.ts';
import { hasEnded } from '../../../ui/has-ended.ts';
import { MilestoneBadge, MilestoneDot } from '../../../ui/milestone.tsx';
import { Milestones } from '../../../ui/milestones.tsx';
import { Section } from '../../../ui/section.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';

/** The milestones along a vertical line. */
export function Timeline() {
  const { title, lead, milestones, vision } = roadmap;
  return (
    <Section title={title} intro={lead} heading="across">
      <Milestones
        milestones={milestones}
        statusLabels={milestoneStatusLabels}
        announced={{ ...announced, hasEnded }}
        detailsLabel={deliverablesLabel}
      >
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

/** The dates only, for the first screen. */
export function TimelineInBrief() {
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
