import type { ReactNode } from 'react';
import { list, search } from '../../../content/molecule-pages.ts';
import { escapeHtml } from '../../../server/html/read-tags.ts';
import { Link } from '../../../ui/link.tsx';
import { trustedHtml } from '../../../ui/trusted-types.ts';
import { formulaParts, moleculePath } from '../../chemistry/chemistry.ts';
import type { DrawnMolecule } from '../search.ts';

export function Formula({ text: formula }: { text: string }) {
  return formulaParts(formula).map(({ text, place: Place }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which are never reordered
    Place === 'line' ? text : <Place key={index}>{text}</Place>,
  );
}

type DrawingProps = {
  svg: string | null;
  /** The accessible name; null beside a name that says as much. */
  label: string | null;
  className?: string;
  scale?: number;
};

const IN_CARD = 'min-h-60 px-4 py-3 *:max-h-54';

export function Drawing({ svg, label, className = IN_CARD, scale = 1 }: DrawingProps) {
  if (svg === null) return null;
  return (
    <div
      className={`grid place-items-center *:h-auto *:max-w-full ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by this program; a structure holds no markup
      dangerouslySetInnerHTML={{ __html: trustedHtml(named(svg, label, scale)) }}
    />
  );
}

function named(svg: string, label: string | null, scale: number): string {
  return svg
    .replace(/ (width|height)="(\d+)"/g, (_, side, size) => ` ${side}="${Number(size) * scale}"`)
    .replace('role="img"', () => {
      return label === null ? 'aria-hidden="true"' : `role="img" aria-label="${escapeHtml(label)}"`;
    });
}

/** The drawings of a row are of one height, and so the names are on one line. */
const CELL = 'row-span-2 grid grid-rows-subgrid gap-y-0';
export const CARD = `${CELL} relative overflow-hidden rounded-card border`;

type MoleculeGridProps = { molecules: readonly DrawnMolecule[]; before: ReactNode };

export function MoleculeGrid({ molecules, before }: MoleculeGridProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-5">
      {before && <li className={CELL}>{before}</li>}
      {molecules.map((molecule) => (
        <li key={molecule.inchikey} className={CELL}>
          <MoleculeCard {...molecule} />
        </li>
      ))}
    </ul>
  );
}

function MoleculeCard({ name, formula, posts, pages, svg, inchikey, kind }: DrawnMolecule) {
  const note = kind === undefined ? '' : search.match[kind];
  const { one, many } = list.posts;
  const count = (posts.length === 1 ? one : many).replace('{count} ', `${posts.length}\u00a0`);
  const places = [...pages.map(({ title }) => title), ...(posts.length === 0 ? [] : [count])];
  return (
    <article className={`${CARD} border-line bg-surface hover:border-teal`}>
      <Drawing svg={svg} label={null} />
      <div className="border-line border-t px-5 py-4">
        <h3 dir="auto" className="display break-words text-xl">
          {/* The whole card is the link. */}
          <Link to={moleculePath(inchikey)} className="after:absolute after:inset-0">
            {name ?? <Formula text={formula} />}
          </Link>
        </h3>
        <p className="mt-1.5 flex flex-wrap gap-x-3 text-muted text-sm tabular-nums">
          {name === null ? null : (
            <span>
              <Formula text={formula} />
            </span>
          )}
          {note === '' ? null : <span className="text-teal">{note}</span>}
        </p>
        <p className="text-muted text-sm">
          {pages.length > 0 ? list.shownOn : list.shownIn}{' '}
          {new Intl.ListFormat('en-AU').format(places)}
        </p>
      </div>
    </article>
  );
}
