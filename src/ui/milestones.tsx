import type { ReactNode } from 'react';
import {
  announced,
  deliverablesLabel,
  milestoneStatusLabels,
  type RoadmapMilestone,
} from '../content/roadmap.ts';
import { Badge, type Tone } from './badge.tsx';
import { PhoneFold } from './phone-fold.tsx';
import { Reveal } from './reveal.tsx';
import { Subscripts } from './subscripts.tsx';

type MilestonesProps = {
  milestones: readonly RoadmapMilestone[];
  /** `across`: side by side on wide screens, details folded on phones; `down`: along a vertical line, sliding in. */
  direction?: 'down' | 'across';
  children?: ReactNode;
};

const LOOKS = {
  down: {
    milestone: 'border-l pb-14 pl-8 last:pb-0',
    dot: 'top-2.5 -left-[5.5px] lg:top-3.5',
    description: 'max-w-[60ch]',
  },
  across: {
    // Dates, titles, descriptions and details of all milestones begin on one line each.
    milestone:
      'border-l pb-10 pl-6 last:pb-0 md:row-span-4 md:grid md:grid-rows-subgrid md:gap-y-0 md:border-l-0 md:pt-8 md:pb-0 md:pl-0',
    dot: 'top-3 -left-[5.5px] md:-top-[5.5px] md:left-0',
    description: 'text-sm',
  },
};

/** Dates that have passed are marked; a note below explains the mark. */
export function Milestones({ milestones, direction = 'down', children }: MilestonesProps) {
  const look = LOOKS[direction];
  const items = milestones.map(({ date, title, description, status, details }) => (
    <li key={date} className={`relative border-line ${look.milestone}`}>
      <MilestoneDot status={status} className={look.dot} />
      <p className="flex flex-wrap content-start items-baseline gap-x-3 gap-y-2">
        <span className="display text-2xl tabular-nums">{date}</span>
        <MilestoneBadge status={status} label={milestoneStatusLabels[status]} />
        {hasEnded(date) ? <span className="text-muted text-xs">{announced.label}</span> : null}
      </p>
      <h3 className="mt-4 display text-xl">{title}</h3>
      <p className={`mt-2 text-muted ${look.description}`}>
        <Subscripts text={description} />
      </p>
      {direction === 'across' ? (
        <PhoneFold summary={deliverablesLabel} className="mt-4">
          <Details details={details} />
        </PhoneFold>
      ) : (
        <>
          <h4 className="eyebrow mt-6">{deliverablesLabel}</h4>
          <Details details={details} className="mt-4 gap-x-8 sm:grid-cols-2" />
        </>
      )}
    </li>
  ));
  return (
    <>
      {direction === 'across' ? (
        <ol className="grid gap-x-8 border-line md:grid-cols-3 md:border-t">{items}</ol>
      ) : (
        <Reveal as="ol" direction="left" className="timeline">
          {items}
          {children}
        </Reveal>
      )}
      {milestones.some(({ date }) => hasEnded(date)) ? (
        <p className="mt-10 max-w-[60ch] text-muted text-sm">{announced.note}</p>
      ) : null}
    </>
  );
}

function Details({ details, className = '' }: { details: readonly string[]; className?: string }) {
  return (
    <ul className={`grid text-sm ${className}`}>
      {details.map((detail) => (
        <li key={detail} className="border-line border-t py-2.5">
          <Subscripts text={detail} />
        </li>
      ))}
    </ul>
  );
}

const TONES: Record<string, Tone> = { upcoming: 'amber', done: 'teal' };

export function MilestoneBadge({ status, label }: { status: string; label: string }) {
  return <Badge tone={TONES[status] ?? 'stone'}>{label}</Badge>;
}

export function MilestoneDot({ status, className }: { status: string; className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute size-2.5 rounded-full border ${status === 'done' ? 'border-teal bg-teal' : 'border-ink bg-paper'} ${className}`}
    />
  );
}

/**
 * True once the last quarter or year that `period` names is over, as in "Q4 2025", "Q4 2025 to Q2 2026" or
 * "2027". In UTC, ten hours after the site's zone.
 */
export function hasEnded(period: string, now: Date = new Date()): boolean {
  const [, quarter, year] = /(?:Q([1-4]) )?(\d{4})$/.exec(period) ?? [];
  if (year === undefined) return false;
  return now.getTime() >= Date.UTC(Number(year), quarter === undefined ? 12 : Number(quarter) * 3);
}
