import type { Database } from '../../../db/connect.ts';
import { createFindings, type Finding, quoted } from '../../posts/findings/finding.ts';
import { isPublic } from '../../posts/post.ts';
import type { ShownMolecule } from './post-molecules.ts';

/** Names of one body that are looked up. */
const MAX_NAMES = 100;

/** Finds names in a body that public posts give to another molecule. */
export function createNamesakeCheck({
  db: { query },
  now,
}: {
  db: Pick<Database, 'query'>;
  now: () => string;
}) {
  return async (shown: readonly ShownMolecule[]): Promise<Finding[]> => {
    const { report, list } = createFindings();
    const named = shown.filter(({ name }) => name !== null).slice(0, MAX_NAMES);
    if (named.length === 0) return [];
    const rows = await query
      .selectFrom('post_molecules')
      .innerJoin('posts', 'posts.id', 'post_molecules.post_id')
      .select(['post_molecules.name', 'post_molecules.inchikey', 'posts.slug'])
      .select(['posts.status', 'posts.date'])
      .where('post_molecules.name', 'in', [
        ...new Set(named.flatMap(({ name }) => spellings(name))),
      ])
      .limit(1_000)
      .execute();
    const instant = now();
    for (const { name, molecule, line } of named) {
      const known = rows.filter(
        (row) => spellings(name).includes(row.name ?? '') && isPublic(row, instant),
      );
      const other = known.find(({ inchikey }) => inchikey !== molecule.inchikey);
      // Two posts that differ are told of when one of them is written.
      if (other === undefined || known.some(({ inchikey }) => inchikey === molecule.inchikey))
        continue;
      const told = `${quoted(name ?? '')} is another molecule in /blog/${other.slug}: ${other.inchikey}.`;
      report('name-of-another', { line: line ?? 1 }, told);
    }
    return list();
  };
}

/** As it stands, and as it stands within and at the beginning of a sentence. */
function spellings(name: string | null): string[] {
  if (name === null) return [];
  const [first = '', ...rest] = name;
  return [name, name.toLowerCase(), first.toUpperCase() + rest.join('')];
}
