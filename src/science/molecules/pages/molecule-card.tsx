import { list } from '../../../content/molecule-pages.ts';
import { Link } from '../../../ui/link.tsx';
import type { ListedMolecule } from '../molecule-reading.ts';
import { Drawing, scaleToFit } from './drawing.tsx';
import { Formula } from './formula.tsx';
import { moleculePath } from './molecule-path.ts';

export type DrawnMolecule = Pick<ListedMolecule, 'name' | 'postCount' | 'pages'> & {
  inchikey: string;
  address: string;
  formula: string;
  svg: string | null;
};

export function toDrawn(
  { molecule: { inchikey, formula }, address, name, postCount, pages }: ListedMolecule,
  svg: string | null | undefined,
): DrawnMolecule {
  return { inchikey, address, formula, name, postCount, pages, svg: svg ?? null };
}

export function MoleculeGrid({
  molecules,
  noteOf,
}: {
  molecules: readonly DrawnMolecule[];
  /** A note below each molecule; empty for none. */
  noteOf?: (molecule: DrawnMolecule) => string;
}) {
  const scale = scaleToFit(molecules.map(({ svg }) => svg));
  return (
    <ul className="molecule-grid">
      {molecules.map((molecule) => (
        <li key={molecule.address}>
          <MoleculeCard molecule={molecule} note={noteOf?.(molecule) ?? ''} scale={scale} />
        </li>
      ))}
    </ul>
  );
}

type MoleculeCardProps = { molecule: DrawnMolecule; note: string; scale: number };

function MoleculeCard({ molecule, note, scale }: MoleculeCardProps) {
  const { name, formula, postCount, pages, svg, address } = molecule;
  const posts = postCount === 1 ? list.posts.one : list.posts.many;
  const shownIn = pages.map(({ title }) => title);
  if (postCount > 0) shownIn.push(posts.replace('{count}', `${postCount}`));
  return (
    <article className="molecule-card">
      <Drawing svg={svg} label={null} scale={scale} />
      <div className="border-line border-t px-5 py-4">
        <h3 dir="auto" className="display break-words text-xl">
          <Link to={moleculePath(address)} className="molecule-link">
            {name ?? <Formula text={formula} />}
          </Link>
        </h3>
        <p className="mt-1.5 flex flex-wrap gap-x-3 text-muted text-sm tabular-nums">
          {name === null ? null : (
            <span>
              <Formula text={formula} />
            </span>
          )}
          <span>{shownIn.join(', ')}</span>
          {note === '' ? null : <span className="text-teal">{note}</span>}
        </p>
      </div>
    </article>
  );
}
