import type { Kysely } from 'kysely';
import { forPublic, publicPosts } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { untilPostsChange } from '../../server/db/until-posts-change.ts';
import { perSite } from '../../server/per-site.ts';
import type { Site } from '../../site.ts';
import { createFindings, type Finding, quoted } from '../../text/finding.ts';
import type { Molecule } from '../chemistry/chemistry.ts';

/** A page of the site that shows a molecule, besides posts. */
export type ShowingPage = { path: string; title: string };

export type SiteMolecule = { name: string; smiles: string; pages: readonly ShowingPage[] };

export type ShowingPost = { slug: string; title: string; date: string };

export type PublicMolecule = Pick<Molecule, 'inchikey' | 'inchi' | 'smiles' | 'formula'> & {
  /** The name that most posts use; null where none gives one. */
  name: string | null;
  /** All names, the most used first. */
  names: string[];
  /** The public posts that show it, the newest first. */
  posts: ShowingPost[];
  pages: ShowingPage[];
};

type Drawn = Omit<PublicMolecule, 'names'>;

async function drawSiteMolecules({ chemistry, siteMolecules }: Site): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  for (const { smiles: source, name, pages } of siteMolecules) {
    const structure = await chemistry.draw({ format: 'smiles', source });
    if (!('molecule' in structure) || !structure.molecule) throw new Error('No InChI');
    const { molblock: _, ...molecule } = structure.molecule;
    drawn.push({ ...molecule, name, posts: [], pages: [...pages] });
  }
  return drawn;
}

/** All public molecules: those with the newest posts first, then those of pages alone. Read again when a post changed. */
const index = perSite((site: Site) =>
  untilPostsChange(site, async (due) => {
    const rows = await publicPosts(forPublic(site.db).query, due)
      .innerJoin('post_molecules', 'post_molecules.post_id', 'public_posts.id')
      .select(['inchikey', 'inchi', 'smiles', 'formula', 'name', 'slug', 'title', 'date'])
      .orderBy('date', 'desc')
      .orderBy('public_posts.id')
      .orderBy('position')
      .execute();
    const ofPosts = rows.map(({ slug, title, date, ...row }): Drawn => {
      return { ...row, posts: [{ slug, title, date }], pages: [] };
    });
    const drawn = [...ofPosts, ...(await drawSiteMolecules(site))];
    const groups = Map.groupBy(drawn, ({ inchikey }) => inchikey).values();
    return [...groups].map((same) => toPublic(same as [Drawn, ...Drawn[]]));
  }),
);

export const publicMolecules = (site: Site): Promise<PublicMolecule[]> => index(site)();

function toPublic(drawn: [Drawn, ...Drawn[]]): PublicMolecule {
  const uses = Map.groupBy(drawn, ({ name }) => name ?? '');
  uses.delete('');
  const names = [...uses]
    .map(([name, all]) => ({ name, posts: postsOf(all).length }))
    .sort((a, b) => b.posts - a.posts || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
  return {
    ...drawn[0],
    name: names[0] ?? null,
    names: names.filter((name, at) => names.findIndex((other) => isSameName(name, other)) === at),
    posts: postsOf(drawn),
    pages: drawn.flatMap(({ pages }) => pages),
  };
}

function postsOf(drawn: readonly Drawn[]): ShowingPost[] {
  return [
    ...new Map(drawn.flatMap(({ posts }) => posts).map((post) => [post.slug, post])).values(),
  ];
}

/** A molecule by its InChIKey in any letter case; undefined where nothing public shows it. */
export async function publicMolecule(site: Site, inchikey: string) {
  const key = inchikey.toUpperCase();
  return (await publicMolecules(site)).find((molecule) => molecule.inchikey === key);
}

export async function findNamesakes(
  site: Site,
  shown: readonly ShownMolecule[],
): Promise<Finding[]> {
  const { report, list } = createFindings();
  const named = shown.filter(({ name }) => name !== null);
  // These are warnings: a post can be saved while no structure can be read.
  const all = named.length === 0 ? [] : await publicMolecules(site).catch(() => []);
  for (const { name, molecule, line } of named) {
    const called = matchName(all, name ?? '');
    const [other] = called;
    if (!other || called.some(({ inchikey }) => inchikey === molecule.inchikey)) continue;
    const [post] = other.posts;
    const path = post === undefined ? (other.pages[0]?.path ?? '/') : `/blog/${post.slug}`;
    const message = `${quoted(name ?? '')} is a different molecule in ${path}: ${other.inchikey}.`;
    report('name-of-another', { line: line ?? 1 }, message);
  }
  return list();
}

/** The molecules with a name, whatever the letter case. */
export function matchName(all: readonly PublicMolecule[], name: string): PublicMolecule[] {
  return all.filter(({ names }) => names.some((own) => isSameName(own, name)));
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

export type ShownMolecule = {
  molecule: Molecule;
  /** Counts from 0 in document order. */
  position: number;
  /** `fig-osimertinib` */
  label: string | null;
  name: string | null;
  /** The line of the source, while it is rendered. */
  line?: number;
};

/**
 * To be called in the transaction that saves the post, after it was written.
 *
 * @param shown are recorded first; undefined where they are as before
 */
export async function moleculesOfPost(
  trx: Kysely<Tables>,
  postId: string,
  shown: readonly ShownMolecule[] | undefined,
): Promise<string[]> {
  if (shown !== undefined) {
    await trx.deleteFrom('post_molecules').where('post_id', '=', postId).execute();
    const rows = shown.map(({ molecule, label, name }, position) => {
      const { inchikey, inchi, smiles, formula } = molecule;
      return { post_id: postId, position, inchikey, inchi, smiles, formula, label, name };
    });
    if (rows.length > 0) await trx.insertInto('post_molecules').values(rows).execute();
  }
  const rows = await trx
    .selectFrom('post_molecules')
    .select('inchikey')
    .distinct()
    .where('post_id', '=', postId)
    .execute();
  return rows.map(({ inchikey }) => inchikey);
}
