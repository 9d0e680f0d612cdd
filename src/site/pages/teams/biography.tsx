import type { ReactNode } from 'react';
import { teamLabels } from '../../../content/page-labels.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';

/** Hover, keyboard focus or a tap switches the texts of its biography. */
export function PersonCard({
  name,
  className = '',
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <article
      className={`person-card seats relative rounded-card border border-line bg-surface ${className}`}
    >
      {children}
      <Toggle name={name} />
    </article>
  );
}

/** The short and the full text in one grid cell, so that switching does not change the layout. */
export function Biography({ short, full }: { short: ReactNode; full: ReactNode }) {
  return (
    <div className="grid text-sm print:block">
      <div className="biography-short [grid-area:1/1]">{short}</div>
      <div className="biography-full [grid-area:1/1]">{full}</div>
    </div>
  );
}

export function GrowingBiography({ short, full }: { short: string; full: string }) {
  return (
    <div className="growing-biography grid border-line border-t text-sm *:[grid-area:1/1] print:block">
      <p className="biography-short px-5 py-4 font-display text-lg leading-snug">
        <Unbroken text={short} />
      </p>
      <p className="biography-full px-5 py-4">
        <Unbroken text={full} />
      </p>
    </div>
  );
}

function Toggle({ name }: { name: string }) {
  return (
    <label className="person-toggle">
      <input type="checkbox" className="sr-only" />
      <span className="sr-only">
        {teamLabels.fullBiography}: {name}
      </span>
      <span
        aria-hidden
        className="ml-auto grid size-11 place-items-center rounded-full bg-surface text-teal"
      >
        <Icon name="plus" strokeWidth={2} className="size-5" />
      </span>
    </label>
  );
}
