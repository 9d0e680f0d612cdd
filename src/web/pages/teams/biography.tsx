import type { ReactNode } from 'react';
import { teamLabels } from '../../../content/page-labels.ts';
import { Icon } from '../../ui/icon.tsx';

const SHOWN_AT_REST =
  'transition-[opacity,visibility] duration-300 group-hover/bio:invisible group-hover/bio:opacity-0 group-has-[:checked,:focus-visible]/bio:invisible group-has-[:checked,:focus-visible]/bio:opacity-0 print:visible print:opacity-100';

const SHOWN_ON_REQUEST =
  'invisible opacity-0 transition-[opacity,visibility] duration-300 group-hover/bio:visible group-hover/bio:opacity-100 group-has-[:checked,:focus-visible]/bio:visible group-has-[:checked,:focus-visible]/bio:opacity-100 print:visible print:opacity-100';

/** A person's card. Hover, keyboard focus or a tap switches the texts of its `Biography`. */
export function PersonCard({
  name,
  className,
  children,
}: {
  name: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <article
      className={`group/bio seats relative overflow-hidden rounded-card border border-line bg-surface ${className}`}
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
      <div className={`[grid-area:1/1] ${SHOWN_AT_REST}`}>{short}</div>
      <div className={`[grid-area:1/1] ${SHOWN_ON_REQUEST}`}>{full}</div>
    </div>
  );
}

/** A checkbox, which works without scripts. On touch screens it covers the whole card. */
function Toggle({ name }: { name: string }) {
  return (
    <label className="absolute top-1.5 right-1.5 cursor-pointer rounded-full has-focus-visible:outline-2 has-focus-visible:outline-teal [@media(hover:none)]:inset-0 [@media(hover:none)]:rounded-card [@media(hover:none)]:p-1.5 print:hidden">
      <input type="checkbox" className="peer sr-only" />
      <span className="sr-only">
        {teamLabels.fullBiography}: {name}
      </span>
      <span
        aria-hidden
        className="ml-auto grid size-11 place-items-center rounded-full bg-surface text-teal transition-transform duration-300 group-hover/bio:rotate-45 peer-checked:rotate-45"
      >
        <Icon name="plus" strokeWidth={2} className="size-5" />
      </span>
    </label>
  );
}
