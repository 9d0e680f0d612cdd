import { list } from '../../../content/molecule-pages.ts';
import { Link } from '../../../ui/link.tsx';
import type { ListedMolecule } from '../molecule-reading.ts';
import { Drawing } from './drawing.tsx';
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
  return (
    <ul className="molecule-grid">
      {molecules.map((molecule) => (
        <li key={molecule.address}>
          <MoleculeCard molecule={molecule} note={noteOf?.(molecule) ?? ''} />
        </li>
      ))}
    </ul>
  );
}

function MoleculeCard({ molecule, note }: { molecule: DrawnMolecule; note: string }) {
  const { name, formula, postCount, pages, svg, address } = molecule;
  const posts = postCount === 1 ? list.posts.one : list.posts.many;
  return (
    <article className="molecule-card">
      <Drawing svg={svg} label={null} />
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
          <span>
            {postCount === 0
              ? pages.map(({ title }) => title).join(', ')
              : posts.replace('{count}', `${postCount}`)}
          </span>
          {note === '' ? null : <span className="text-teal">{note}</span>}
        </p>
      </div>
    </article>
  );
}
