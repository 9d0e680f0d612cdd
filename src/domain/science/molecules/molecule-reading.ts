import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Post } from '../../posts/post.ts';
import { untilPostsChange } from '../../posts/until-posts-change.ts';
import {
  areStereoisomers,
  connectivityOf,
  type Form,
  type Molecule,
} from '../chemistry/chemistry.ts';
import { readForm, toMolecule } from './molecule-rows.ts';

/** A post that shows a molecule. */
export type ShowingPost = Pick<Post, 'slug' | 'title' | 'date'>;

/** A molecule as lists show it. */
export type ListedMolecule = {
  molecule: Molecule;
  /** The name that most posts use; null where none gives one. */
  name: string | null;
  /** The newest public posts that show it. */
  posts: ShowingPost[];
  /** All public posts that show it. */
  postCount: number;
};

/** A molecule with all that is public of it. */
export type PublicMolecule = ListedMolecule & {
  /** The names that posts use, the most used first. */
  names: string[];
  /** As posts drew it, the one drawn first at first, with the posts that drew it. */
  forms: (Form & { posts: ShowingPost[] })[];
  /** Other molecules of public posts with the same atoms, bonds and protons. */
  stereoisomers: ListedMolecule[];
};

type MoleculeReadingDeps = {
  db: Pick<Database, 'query'>;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
};

/** Posts of a molecule in a list, and on its page. */
const LISTED_POSTS = 5;
const MAX_POSTS = 100;
const MAX_STEREOISOMERS = 20;

/** The molecules of posts that the public may see now; of drafts and scheduled posts, nothing is told. */
export function createMoleculeReading({ db, now }: MoleculeReadingDeps) {
  const { query } = db;
  /** The keys of all molecules, those with the newest posts first. */
  const newestFirst = untilPostsChange({ db, now }, async (due) => {
    const rows = await shownInPublic(query, due)
      .select('inchikey')
      .select(({ fn }) => fn.max('posts.date').as('latest'))
      .groupBy('inchikey')
      .orderBy('latest', 'desc')
      .orderBy('inchikey')
      .execute();
    return rows.map(({ inchikey }) => inchikey);
  });

  /** The molecules with the newest posts first. */
  async function publicMolecules({
    limit,
    offset,
  }: {
    limit: number;
    offset: number;
  }): Promise<{ molecules: ListedMolecule[]; total: number }> {
    const all = await newestFirst();
    const keys = all.slice(offset, offset + limit);
    return { molecules: await listMolecules(keys, now()), total: all.length };
  }

  /** Molecules in the order of `keys`; without those that no public post shows. */
  async function readMolecules(keys: readonly string[]): Promise<ListedMolecule[]> {
    return listMolecules(keys, now());
  }

  async function listMolecules(
    keys: readonly string[],
    due: string,
    maxPosts = LISTED_POSTS,
  ): Promise<Omit<PublicMolecule, 'stereoisomers'>[]> {
    if (keys.length === 0) return [];
    const [rows, names, posts, drawn] = await Promise.all([
      query.selectFrom('molecules').selectAll().where('inchikey', 'in', keys).execute(),
      readNames(keys, due),
      readPosts(keys, due, maxPosts),
      readForms(keys, due),
    ]);
    const molecules = new Map(rows.map((row) => [row.inchikey, toMolecule(row)]));
    return keys.flatMap((key) => {
      const molecule = molecules.get(key);
      const showing = posts.get(key);
      if (molecule === undefined || showing === undefined) return [];
      const own = names.get(key)?.map(({ name }) => name) ?? [];
      const [first] = showing;
      const forms = formsOf(molecule, drawn.get(key) ?? []);
      const [{ smiles, molblock, properties }] = forms;
      return [
        {
          molecule: { ...molecule, smiles, molblock, properties },
          forms,
          name: own[0] ?? null,
          names: own,
          posts: showing.map(({ slug, title, date }) => ({ slug, title, date })),
          postCount: first?.count ?? 0,
        },
      ];
    });
  }

  async function readNames(keys: readonly string[], due: string) {
    const rows = await shownInPublic(query, due)
      .select(['inchikey', 'name'])
      .select(({ fn }) => fn.count<number>('posts.id').distinct().as('uses'))
      .where('inchikey', 'in', keys)
      .where('name', 'is not', null)
      .groupBy(['inchikey', 'name'])
      .orderBy('uses', 'desc')
      .orderBy('name')
      .$narrowType<{ name: string }>()
      .execute();
    return Map.groupBy(rows, (row) => row.inchikey);
  }

  async function readPosts(keys: readonly string[], due: string, maxPosts: number) {
    const rows = await query
      .selectFrom(
        shownInPublic(query, due)
          .select(['inchikey', 'posts.id', 'slug', 'title', 'posts.date'])
          .select([
            sql<number>`row_number() over (partition by inchikey order by posts.date desc, posts.id)`.as(
              'rank',
            ),
            sql<number>`count(*) over (partition by inchikey)`.as('count'),
          ])
          .where('inchikey', 'in', keys)
          .groupBy(['inchikey', 'posts.id', 'slug', 'title', 'posts.date'])
          .as('showing'),
      )
      .selectAll()
      .where('rank', '<=', maxPosts)
      .orderBy('rank')
      .execute();
    return Map.groupBy(rows, (row) => row.inchikey);
  }

  /** What each post drew, the oldest post first. */
  async function readForms(keys: readonly string[], due: string) {
    const rows = await shownInPublic(query, due)
      .select(['inchikey', 'form', 'slug', 'title', 'posts.date'])
      .where('inchikey', 'in', keys)
      .orderBy('posts.date')
      .orderBy('posts.id')
      .orderBy('position')
      .execute();
    return Map.groupBy(rows, (row) => row.inchikey);
  }

  /** A molecule by its InChIKey in any letter case; null where no public post shows it. */
  async function publicMolecule(inchikey: string): Promise<PublicMolecule | null> {
    const key = inchikey.toUpperCase();
    if (!INCHIKEY.test(key)) return null;
    const due = now();
    const [found] = await listMolecules([key], due, MAX_POSTS);
    if (found === undefined) return null;
    const others = await shownInPublic(query, due)
      .innerJoin('molecules', 'molecules.inchikey', 'post_molecules.inchikey')
      .select('molecules.inchikey')
      .distinct()
      .where('connectivity', '=', connectivityOf(key))
      .where('molecules.inchikey', '<>', key)
      .orderBy('molecules.inchikey')
      .execute();
    const keys = others
      .map((row) => row.inchikey)
      .filter((other) => areStereoisomers(other, key))
      .slice(0, MAX_STEREOISOMERS);
    return { ...found, stereoisomers: await listMolecules(keys, due) };
  }

  async function publicMoleculeCount(): Promise<number> {
    return (await newestFirst()).length;
  }

  /** The keys of molecules for the sitemap, in an order that posts do not change. */
  async function moleculeSitemap({ limit, offset }: { limit: number; offset: number }) {
    return (await newestFirst()).toSorted().slice(offset, offset + limit);
  }

  return { publicMolecules, readMolecules, publicMolecule, publicMoleculeCount, moleculeSitemap };
}

const INCHIKEY = /^[A-Z]{14}-[A-Z]{10}-[A-Z]$/;

type DrawnForm = ShowingPost & { form: string | null };
type Forms = PublicMolecule['forms'];

/** The forms of a molecule, each once with its posts. */
function formsOf(molecule: Molecule, drawn: readonly DrawnForm[]): [Forms[number], ...Forms] {
  const forms = new Map<string, Forms[number]>();
  for (const { form, slug, title, date } of drawn) {
    const { smiles, molblock, properties } = readForm(form) ?? molecule;
    const known = forms.get(smiles) ?? { smiles, molblock, properties, posts: [] };
    forms.set(smiles, known);
    if (!known.posts.some((post) => post.slug === slug)) known.posts.push({ slug, title, date });
  }
  const [first = { ...molecule, posts: [] }, ...others] = forms.values();
  return [first, ...others];
}

function shownInPublic(query: Kysely<Tables>, due: string) {
  return query
    .selectFrom('post_molecules')
    .innerJoin('posts', 'posts.id', 'post_molecules.post_id')
    .where('posts.status', '=', 'published')
    .where('posts.date', '<=', due);
}
