import { forPublic } from '../../server/db/connect.ts';
import { publicPosts } from '../../server/db/public-views.ts';
import type { Site } from '../../site.ts';
import { areStereoisomers, type Molecule } from '../chemistry/chemistry.ts';
import {
  type ReadSiteMolecule,
  readMoleculeIndex,
  readSiteMolecules,
  type ShowingPage,
} from './molecule-index.ts';
import { toMolecule } from './molecule-rows.ts';

/** A post that shows a molecule. */
export type ShowingPost = { slug: string; title: string; date: string };

/** A molecule as lists show it. */
export type ListedMolecule = {
  molecule: Molecule;
  /** The name that most posts use; null where none gives one. */
  name: string | null;
  /** The newest public posts that show it. */
  posts: ShowingPost[];
  /** All public posts that show it. */
  postCount: number;
  /** The site's own pages that show it. */
  pages: ShowingPage[];
};

/** A molecule with all that is public of it. */
export type PublicMolecule = ListedMolecule & {
  /** The names that posts use, the most used first. */
  names: string[];
  /** Other molecules of public posts with the same atoms, bonds and protons. */
  stereoisomers: ListedMolecule[];
};

type Page = { limit: number; offset: number };

/** Posts of a molecule in a list, and on its page. */
const LISTED_POSTS = 5;
const MAX_POSTS = 100;
const MAX_STEREOISOMERS = 20;

/** The InChIKeys of all molecules, those with the newest posts first. */
async function newestFirst(site: Site): Promise<string[]> {
  return (await readMoleculeIndex(site)).map(({ inchikey }) => inchikey);
}

/** A page of the molecules, those with the newest posts first. */
export async function publicMolecules(
  site: Site,
  { limit, offset }: Page,
): Promise<{ molecules: ListedMolecule[]; total: number }> {
  const all = await newestFirst(site);
  const molecules = await listMolecules(site, all.slice(offset, offset + limit), site.now());
  return { molecules, total: all.length };
}

/** Molecules in the order of `keys`; without those that nothing public shows. */
export async function readMolecules(
  site: Site,
  keys: readonly string[],
): Promise<ListedMolecule[]> {
  return listMolecules(site, keys, site.now());
}

async function listMolecules(
  site: Site,
  keys: readonly string[],
  due: string,
  maxPosts = LISTED_POSTS,
): Promise<Omit<PublicMolecule, 'stereoisomers'>[]> {
  if (keys.length === 0) return [];
  const [rows, drawn, ofSite] = await Promise.all([
    forPublic(site.db)
      .query.selectFrom('molecules')
      .selectAll()
      .where('inchikey', 'in', keys)
      .execute(),
    readDrawn(site, keys, due),
    readSiteMolecules(site),
  ]);
  const molecules = new Map([
    ...ofSite.map(({ molecule }) => [molecule.inchikey, molecule] as const),
    ...rows.map((row) => [row.inchikey, toMolecule(row)] as const),
  ]);
  return keys.flatMap((key) => {
    const molecule = molecules.get(key);
    const onPages = ofSite.filter((shown) => shown.molecule.inchikey === key);
    const shown = [...(drawn.get(key) ?? []), ...onPages.map(drawnOnPages)];
    return molecule === undefined || shown.length === 0 ? [] : [toShown(molecule, shown, maxPosts)];
  });
}

/** Where posts drew the molecules, the oldest post first. */
async function readDrawn({ db }: Site, keys: readonly string[], due: string) {
  const rows = await publicPosts(forPublic(db).query, due)
    .innerJoin('post_molecules', 'post_molecules.post_id', 'public_posts.id')
    .select(['inchikey', 'name', 'slug', 'title', 'date'])
    .where('inchikey', 'in', keys)
    .orderBy('date')
    .orderBy('id')
    .orderBy('position')
    .execute();
  const drawn = rows.map(({ inchikey, name, ...post }): Drawn & { inchikey: string } => {
    return { inchikey, name, post, pages: [] };
  });
  return Map.groupBy(drawn, (row) => row.inchikey);
}

/** A molecule by its InChIKey in any letter case; null where nothing public shows it. */
export async function publicMolecule(site: Site, written: string): Promise<PublicMolecule | null> {
  const key = written.toUpperCase();
  if (!INCHIKEY.test(key)) return null;
  const due = site.now();
  const [found] = await listMolecules(site, [key], due, MAX_POSTS);
  if (found === undefined) return null;
  const keys = (await readMoleculeIndex(site))
    .map(({ inchikey }) => inchikey)
    .filter((other) => other !== key && areStereoisomers(other, key))
    .toSorted()
    .slice(0, MAX_STEREOISOMERS);
  return { ...found, stereoisomers: await listMolecules(site, keys, due) };
}

export async function publicMoleculeCount(site: Site): Promise<number> {
  return (await newestFirst(site)).length;
}

/** The InChIKeys of molecules for the sitemap, in an order that posts do not change. */
export async function moleculeSitemap(site: Site, { limit, offset }: Page) {
  return (await newestFirst(site)).toSorted().slice(offset, offset + limit);
}

const INCHIKEY = /^[A-Z]{14}-[A-Z]{10}-[A-Z]$/;

/** A drawing of a molecule in a post or on pages. */
type Drawn = {
  name: string | null;
  post: ShowingPost | null;
  pages: ShowingPage[];
};
type Shown = Omit<PublicMolecule, 'stereoisomers'>;

/** @param drawn the oldest post first */
function toShown(molecule: Molecule, drawn: readonly Drawn[], maxPosts: number): Shown {
  const names = [...Map.groupBy(drawn, ({ name }) => name)]
    .sort(([a, uses], [b, others]) => postsOf(others).length - postsOf(uses).length || byText(a, b))
    .flatMap(([name]) => name ?? [])
    .filter((name, at, all) => all.findIndex((other) => isSameWord(name, other)) === at);
  const posts = postsOf(drawn);
  return {
    molecule,
    name: names[0] ?? null,
    names,
    posts: posts.slice(0, maxPosts),
    postCount: posts.length,
    pages: drawn.flatMap(({ pages }) => pages),
  };
}

function drawnOnPages({ name, pages }: ReadSiteMolecule): Drawn {
  return { name, post: null, pages };
}

/** Each once, the newest first. */
function postsOf(shown: readonly Pick<Drawn, 'post'>[]): ShowingPost[] {
  const posts = new Map(shown.flatMap(({ post }) => (post === null ? [] : [[post.slug, post]])));
  return [...posts.values()].reverse();
}

function isSameWord(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function byText(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
