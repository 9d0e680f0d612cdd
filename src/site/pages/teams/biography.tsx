import type { ReactNode } from 'react';
import { teamLabels } from '../../../content/page-labels.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';

/** Hover, keyboard focus or a tap switches the texts of its biography. Chromium cuts off the edge of a card as high as a row that it prints. */
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
      className={`group/person seats relative rounded-card border border-line bg-surface has-checked:border-teal print:h-auto ${className}`}
    >
      {children}
      <Toggle name={name} />
    </article>
  );
}

const SHORT =
  'transition-[opacity,visibility] duration-300 group-hover/person:invisible group-hover/person:opacity-0 group-has-[:checked,:focus-visible]/person:invisible group-has-[:checked,:focus-visible]/person:opacity-0 print:visible print:opacity-100';
const FULL =
  'invisible opacity-0 transition-[opacity,visibility] duration-300 group-hover/person:visible group-hover/person:opacity-100 group-has-[:checked,:focus-visible]/person:visible group-has-[:checked,:focus-visible]/person:opacity-100 print:visible print:opacity-100';

/** The short and the full text in one grid cell, so that switching does not change the layout. */
export function Biography({ short, full }: { short: ReactNode; full: ReactNode }) {
  return (
    <div className="grid text-sm print:block">
      <div className={`[grid-area:1/1] ${SHORT}`}>{short}</div>
      <div className={`[grid-area:1/1] ${FULL} print:mt-4`}>{full}</div>
    </div>
  );
}

export function GrowingBiography({ short, full }: { short: string; full: string }) {
  return (
    <div className="growing-biography grid border-line border-t text-sm *:[grid-area:1/1] print:block">
      <p className={`px-5 py-4 font-display text-lg leading-snug ${SHORT}`}>
        <Unbroken text={short} />
      </p>
      <p className={`px-5 py-4 ${FULL} print:-mt-4`}>
        <Unbroken text={full} />
      </p>
    </div>
  );
}

/** A checkbox works without scripts. On touch screens it covers the whole card. */
function Toggle({ name }: { name: string }) {
  return (
    <label className="absolute top-1.5 right-1.5 cursor-pointer rounded-full has-focus-visible:outline-2 has-focus-visible:outline-teal print:hidden [@media(hover:none)]:inset-0 [@media(hover:none)]:rounded-card [@media(hover:none)]:p-1.5">
      <input type="checkbox" className="peer sr-only" />
      <span className="sr-only">
        {teamLabels.fullBiography}: {name}
      </span>
      <span
        aria-hidden
        className="ml-auto grid size-11 place-items-center rounded-full bg-surface text-teal transition-[rotate] duration-300 group-hover/person:rotate-45 peer-checked:rotate-45"
      >
        <Icon name="plus" strokeWidth={2} className="size-5" />
      </span>
    </label>
  );
}
