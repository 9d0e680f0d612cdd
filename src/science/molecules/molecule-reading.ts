import { publicPosts } from '../../server/db/public-views.ts';
import { areStereoisomers, type Form, type Molecule } from '../chemistry/chemistry.ts';
import { addressOf, type MoleculeIndex, type PublicMoleculeDeps } from './molecule-index.ts';
import { arrangementOf, readForm, toMolecule } from './molecule-rows.ts';
import type { ReadSiteMolecule, ShowingPage } from './site-molecules.ts';

/** A post that shows a molecule. */
export type ShowingPost = { slug: string; title: string; date: string };

/** A molecule as lists show it. */
export type ListedMolecule = {
  molecule: Molecule;
  /** The InChIKey; with `-2` and so on for what InChI does not tell apart. */
  address: string;
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
  /** The forms that posts drew, the oldest first, each with its posts. */
  forms: (Form & { posts: ShowingPost[] })[];
  /** Other molecules of public posts with the same atoms, bonds and protons. */
  stereoisomers: ListedMolecule[];
};

type Page = { limit: number; offset: number };

/** Posts of a molecule in a list, and on its page. */
const LISTED_POSTS = 5;
const MAX_POSTS = 100;
const MAX_STEREOISOMERS = 20;

/** The molecules of public posts and of the site's own pages; drafts and scheduled posts tell nothing. */
export function createMoleculeReading(
  index: MoleculeIndex,
  { db: { query }, now, readSiteMolecules }: PublicMoleculeDeps,
) {
  /** The addresses of all molecules, those with the newest posts first. */
  async function newestFirst(): Promise<string[]> {
    return (await index()).flatMap(({ addresses }) => addresses);
  }

  /** A page of the molecules, those with the newest posts first. */
  async function publicMolecules({ limit, offset }: Page): Promise<{
    molecules: ListedMolecule[];
    total: number;
  }> {
    const all = await newestFirst();
    const page = all.slice(offset, offset + limit);
    const listed = await listMolecules([...new Set(page.map(keyOf))], now());
    const byAddress = new Map(listed.map((molecule) => [molecule.address, molecule]));
    return {
      molecules: page.flatMap((address) => byAddress.get(address) ?? []),
      total: all.length,
    };
  }

  /** Molecules in the order of `keys`; without those that nothing public shows. */
  async function readMolecules(keys: readonly string[]): Promise<ListedMolecule[]> {
    return listMolecules(keys, now());
  }

  async function listMolecules(
    keys: readonly string[],
    due: string,
    maxPosts = LISTED_POSTS,
  ): Promise<Omit<PublicMolecule, 'stereoisomers'>[]> {
    if (keys.length === 0) return [];
    const [rows, drawn, ofSite] = await Promise.all([
      query.selectFrom('molecules').selectAll().where('inchikey', 'in', keys).execute(),
      readForms(keys, due),
      readSiteMolecules(),
    ]);
    const molecules = new Map([
      ...ofSite.map(({ molecule }) => [molecule.inchikey, molecule] as const),
      ...rows.map((row) => [row.inchikey, toMolecule(row)] as const),
    ]);
    return keys.flatMap((key) => {
      const molecule = molecules.get(key);
      const onPages = ofSite.filter((shown) => shown.molecule.inchikey === key);
      const shown = [...(drawn.get(key) ?? []), ...onPages.map(drawnOnPages)];
      return molecule === undefined ? [] : arrangementsOf(molecule, shown, maxPosts);
    });
  }

  /** The forms that posts drew, the oldest post first. */
  async function readForms(keys: readonly string[], due: string) {
    const rows = await publicPosts(query, due)
      .innerJoin('post_molecules', 'post_molecules.post_id', 'public_posts.id')
      .select(['inchikey', 'name', 'form', 'slug', 'title', 'date'])
      .where('inchikey', 'in', keys)
      .orderBy('date')
      .orderBy('id')
      .orderBy('position')
      .execute();
    const drawn = rows.map(({ inchikey, name, form, ...post }): Drawn & { inchikey: string } => {
      return { inchikey, name, form: readForm(form), post, pages: [] };
    });
    return Map.groupBy(drawn, (row) => row.inchikey);
  }

  /**
   * A molecule by its address in any letter case; null where nothing public shows it.
   *
   * @param form SMILES of a form, by which it is found at whatever address of its InChIKey
   */
  async function publicMolecule(address: string, form?: string): Promise<PublicMolecule | null> {
    const [, key] = ADDRESS.exec(address.toUpperCase()) ?? [];
    if (key === undefined) return null;
    const due = now();
    const arrangements = await listMolecules([key], due, MAX_POSTS);
    const found = arrangements.find((arrangement) =>
      form === undefined
        ? arrangement.address === address.toUpperCase()
        : arrangement.forms.some(({ smiles }) => smiles === form),
    );
    if (found === undefined) return null;
    const keys = (await index())
      .map(({ inchikey }) => inchikey)
      .filter((other) => other !== key && areStereoisomers(other, key))
      .toSorted()
      .slice(0, MAX_STEREOISOMERS);
    const stereoisomers = await listMolecules(keys, due);
    return {
      ...found,
      stereoisomers: [...arrangements.filter((other) => other !== found), ...stereoisomers],
    };
  }

  async function publicMoleculeCount(): Promise<number> {
    return (await newestFirst()).length;
  }

  /** The addresses of molecules for the sitemap, in an order that posts do not change. */
  async function moleculeSitemap({ limit, offset }: Page) {
    return (await newestFirst()).toSorted().slice(offset, offset + limit);
  }

  return { publicMolecules, readMolecules, publicMolecule, publicMoleculeCount, moleculeSitemap };
}

function keyOf(address: string): string {
  return address.slice(0, 27);
}

const ADDRESS = /^([A-Z]{14}-[A-Z]{10}-[A-Z])(?:-\d{1,2})?$/;

/** A drawing of a molecule in a post or on pages. */
type Drawn = {
  name: string | null;
  /** Null for that of the molecule. */
  form: Form | null;
  post: ShowingPost | null;
  pages: ShowingPage[];
};
type Shown = Omit<PublicMolecule, 'stereoisomers'>;

/**
 * A molecule for each arrangement about its metals, which InChI does not tell apart; those that were drawn first have
 * the InChIKey alone as their address.
 *
 * @param drawn the oldest post first
 */
function arrangementsOf(molecule: Molecule, drawn: readonly Drawn[], maxPosts: number): Shown[] {
  const forms = drawn.map(({ form, ...rest }) => ({ ...rest, ...formOf(form ?? molecule) }));
  const arrangements = Map.groupBy(forms, ({ smiles }) => arrangementOf(smiles));
  return [...arrangements.values()].map((shown, at): Shown => {
    const bySmiles = [...Map.groupBy(shown, ({ smiles }) => smiles).values()];
    const names = [...Map.groupBy(shown, ({ name }) => name)]
      .sort(
        ([a, uses], [b, others]) => postsOf(others).length - postsOf(uses).length || byText(a, b),
      )
      .flatMap(([name]) => name ?? [])
      .filter((name, at, all) => all.findIndex((other) => isSameWord(name, other)) === at);
    const posts = postsOf(shown);
    return {
      molecule: { ...molecule, ...formOf(shown[0] ?? molecule) },
      address: addressOf(molecule.inchikey, at),
      name: names[0] ?? null,
      names,
      forms: bySmiles.map((uses) => ({ ...formOf(uses[0] ?? molecule), posts: postsOf(uses) })),
      posts: posts.slice(0, maxPosts),
      postCount: posts.length,
      pages: shown.flatMap(({ pages }) => pages),
    };
  });
}

function formOf({ smiles, molblock, properties }: Form): Form {
  return { smiles, molblock, properties };
}

function drawnOnPages({ name, molecule, pages }: ReadSiteMolecule): Drawn {
  return { name, form: molecule, post: null, pages };
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
