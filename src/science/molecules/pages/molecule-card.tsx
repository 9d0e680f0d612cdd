import type { ReactNode } from 'react';
import { list } from '../../../content/molecule-pages.ts';
import { Link } from '../../../ui/link.tsx';
import type { ListedMolecule } from '../molecule-reading.ts';
import { Drawing } from './drawing.tsx';
import { Formula } from './formula.tsx';
import { drawPath, moleculePath } from './molecule-path.ts';

export type DrawnMolecule = Pick<ListedMolecule, 'name' | 'postCount' | 'pages'> & {
  inchikey: string;
  formula: string;
  svg: string | null;
};

export function toDrawn(
  { molecule: { inchikey, formula }, name, postCount, pages }: ListedMolecule,
  svg: string | null | undefined,
): DrawnMolecule {
  return { inchikey, formula, name, postCount, pages, svg: svg ?? null };
}

type MoleculeGridProps = {
  molecules: readonly DrawnMolecule[];
  /** A note below each molecule; empty for none. */
  noteOf?: (molecule: DrawnMolecule) => string;
  /** List items before and after the molecules. */
  before?: ReactNode;
  after?: ReactNode;
};

export function MoleculeGrid({ molecules, noteOf, before, after }: MoleculeGridProps) {
  return (
    <ul className="molecule-grid">
      {before}
      {molecules.map((molecule) => (
        <li key={molecule.inchikey}>
          <MoleculeCard molecule={molecule} note={noteOf?.(molecule) ?? ''} />
        </li>
      ))}
      {after}
    </ul>
  );
}

type DrawTileProps = {
  title: string;
  text: string;
  /** SMILES with which the drawing starts. */
  q?: string;
};

/** A link to the drawing page that fills the rest of a grid's last row. */
export function DrawTile({ title, text, q }: DrawTileProps) {
  return (
    <li className="molecule-tile" data-screen-only="">
      <div>
        <div className="molecule-drawing">
          <svg viewBox="0 0 64 64" aria-hidden="true">
            <path d="M32 6 54.5 19v26L32 58 9.500 45V19z" />
          </svg>
        </div>
        <div className="px-5 py-4">
          <h3 className="display text-xl">
            <Link to={drawPath(q)} rel="nofollow" className="molecule-link">
              {title}
            </Link>
          </h3>
          <p className="mt-1.5 min-h-[2lh] max-w-72 text-balance text-muted text-sm">{text}</p>
        </div>
      </div>
    </li>
  );
}

/** `Home, Pipeline and 2 posts`. */
function inWords(places: readonly string[]): string {
  return new Intl.ListFormat('en-AU').format(places);
}

type MoleculeCardProps = { molecule: DrawnMolecule; note: string };

function MoleculeCard({ molecule, note }: MoleculeCardProps) {
  const { name, formula, postCount, pages, svg, inchikey } = molecule;
  const posts = postCount === 1 ? list.posts.one : list.posts.many;
  const places = [
    ...pages.map(({ title }) => title),
    ...(postCount === 0 ? [] : [posts.replace('{count} ', `${postCount}\u00a0`)]),
  ];
  return (
    <article className="molecule-card">
      <Drawing svg={svg} label={null} />
      <div className="border-line border-t px-5 py-4">
        <h3 dir="auto" className="display break-words text-xl">
          <Link to={moleculePath(inchikey)} className="molecule-link">
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
          {pages.length > 0 ? list.shownOn : list.shownIn} {inWords(places)}
        </p>
      </div>
    </article>
  );
}
