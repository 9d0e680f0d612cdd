import type { Site } from '../../site.ts';
import { createFindings, type Finding, quoted } from '../../text/finding.ts';
import { readSiteMolecules, shownInPublic } from './molecule-index.ts';
import type { ShownMolecule } from './post-molecules.ts';

/** Names of one body that are looked up. */
const MAX_NAMES = 100;

/** Finds names in a body that public posts and pages give to another molecule. */
export async function findNamesakes(
  site: Site,
  shown: readonly ShownMolecule[],
): Promise<Finding[]> {
  const { report, list } = createFindings();
  const named = shown.filter(({ name }) => name !== null).slice(0, MAX_NAMES);
  if (named.length === 0) return [];
  const rows = await shownInPublic(site.db.query, site.now())
    .select(['name', 'inchikey', 'slug'])
    .where('post_molecules.name', 'in', [...new Set(named.flatMap(({ name }) => spellings(name)))])
    .limit(1_000)
    .execute();
  // These are warnings: a post can be saved while no structure can be read.
  const ofSite = await readSiteMolecules(site).catch(() => []);
  const inPublic = [
    ...rows.map((row) => ({ ...row, path: `/blog/${row.slug}` })),
    ...ofSite.map((shown) => ({
      name: shown.name,
      inchikey: shown.molecule.inchikey,
      path: shown.pages[0]?.path ?? '/',
    })),
  ];
  for (const { name, molecule, line } of named) {
    const known = inPublic.filter((row) => spellings(name).includes(row.name ?? ''));
    const other = known.find(({ inchikey }) => inchikey !== molecule.inchikey);
    // The name is ambiguous already: the conflict was reported when the second post was written.
    if (other === undefined || known.some(({ inchikey }) => inchikey === molecule.inchikey))
      continue;
    const message = `${quoted(name ?? '')} is a different molecule in ${other.path}: ${other.inchikey}.`;
    report('name-of-another', { line: line ?? 1 }, message);
  }
  return list();
}

/** The name as written, in lower case, and with a capital. */
function spellings(name: string | null): string[] {
  if (name === null) return [];
  const [first = '', ...rest] = name;
  return [name, name.toLowerCase(), first.toUpperCase() + rest.join('')];
}
