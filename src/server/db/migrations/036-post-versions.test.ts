import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../../test/engines.ts';
import {
  at,
  CHANGES,
  CREATED,
  CURRENT_RENDERER,
  DELETED,
  data,
  FINGERPRINT,
  fillFormerTables,
  POSTS,
  REVISIONS,
  SAVED_BY,
  TAGS,
  TRASHED,
  TRASHED_REVISIONS,
  written,
} from '../../../../test/former-posts.ts';
import { insertRows, type Row } from '../../../../test/insert-rows.ts';
import { makeApp } from '../../../../test/make-app.ts';
import { renderPlainly } from '../../../../test/make-posts.ts';
import { unwrap } from '../../../../test/unwrap.ts';
import { postInputSchema } from '../../../posts/post-input.ts';
import { removeUnshownMolecules } from '../../../science/molecules/post-molecules.ts';
import type { Database, Engine } from '../connect.ts';
import { migrate } from '../migrate.ts';

const BEFORE = '035-molecule-names';
const LAST = '036-post-versions';

/** A row of `posts`. */
function pointers(
  { id, slug, date, created_at, first_published_at }: Row,
  [status, latest, shown, next]: [string, number, number | null, number],
  fields: Row = {},
): Row {
  return {
    id,
    slug,
    date,
    created_at,
    first_published_at,
    status,
    latest_version: latest,
    public_version: shown,
    next_version: next,
    deleted_at: null,
    deleted_by: null,
    import_id: null,
    ...fields,
  };
}

const trashedPointers = (id: string, numbers: [number, number | null, number], fields: Row = {}) =>
  pointers(TRASHED[id]?.post ?? {}, ['trash', ...numbers], {
    deleted_at: DELETED[id]?.[0],
    deleted_by: DELETED[id]?.[1],
    ...fields,
  });

const EXPECTED_POSTS = [
  pointers(POSTS.draft, ['draft', 2, null, 3]),
  pointers(POSTS.published, ['published', 3, 3, 4]),
  pointers(POSTS.scheduled, ['published', 1, 1, 2]),
  pointers(POSTS.changed, ['published', 5, 4, 6]),
  pointers(POSTS.timed, ['published', 2, 1, 3]),
  pointers(POSTS.stale, ['published', 4, 3, 5]),
  pointers(POSTS['taken-down'], ['draft', 3, null, 5]),
  pointers(POSTS.linked, ['published', 1, 1, 2]),
  pointers(POSTS.outdated, ['published', 1, 1, 2]),
  pointers(POSTS.unrendered, ['published', 1, 1, 2]),
  // A person has edited the others that were imported.
  pointers(POSTS.bare, ['published', 1, 1, 2], { import_id: 'import-2' }),
  trashedPointers('gone-draft', [2, null, 4]),
  trashedPointers('gone-published', [4, 3, 5]),
  trashedPointers('twin-1', [1, null, 2]),
  trashedPointers('twin-2', [1, 1, 2]),
  trashedPointers('rival', [2, 2, 3]),
  trashedPointers('ancient', [1, 1, 2]),
];

const AUTHORED = Object.keys(written(''));
const authoredOf = (row: Row) => Object.fromEntries(AUTHORED.map((name) => [name, row[name]]));

/** Of versions that are neither public nor the latest, only what the author wrote is stored. */
const NOT_RENDERED = {
  publish_at: null,
  problem: null,
  reading_time: 1,
  mentions: null,
  renderer: null,
  glossary_revision: null,
  content_html: null,
  text: null,
};

/** What a revision becomes that is not the current version of its post. */
function earlier(row: Row, base: number | null): Row {
  const { post_id, version, saved_at, saved_by, tags, status } = row;
  return {
    ...authoredOf(row),
    ...NOT_RENDERED,
    post_id,
    version,
    base_version: base,
    saved_at,
    saved_by,
    tags,
    published_at: status === 'published' ? saved_at : null,
  };
}

/** What the current version of a post becomes. */
function current(row: Row, base: number | null, tags: string[] = []): Row {
  const { id, version, status, updated_at, reading_time, content_html } = row;
  const isLinked = String(content_html).includes('href="data/kinetics.csv">');
  const isCurrent = row.render_version === CURRENT_RENDERER && !isLinked;
  return {
    ...authoredOf(row),
    post_id: id,
    version,
    base_version: base,
    saved_at: updated_at,
    saved_by: SAVED_BY[String(id)] ?? null,
    tags: JSON.stringify(tags),
    publish_at: null,
    problem: null,
    published_at: status === 'published' ? updated_at : null,
    reading_time,
    mentions: isLinked ? null : row.mentions,
    renderer: isCurrent ? 10 : 0,
    glossary_revision: isCurrent ? 4 : 0,
    content_html,
    text: id === 'bare' ? '' : `Searched text of ${id}`,
  };
}

/** What unpublished changes become. */
function latest(row: Row, version: number, html: string): Row {
  const { post_id, base_version, saved_at, saved_by, tags, publish_at, problem } = row;
  return {
    ...authoredOf(row),
    ...{ post_id, version, base_version, saved_at, saved_by, tags, publish_at, problem },
    published_at: null,
    reading_time: 9,
    mentions: null,
    renderer: 0,
    glossary_revision: 0,
    content_html: html,
    text: null,
  };
}

/** The terms and molecules of a deleted post are not recorded: it is rendered again. */
const RENDERED_AGAIN = { mentions: null, renderer: 0, glossary_revision: 0 };

const gone = (id: string) => TRASHED[id] ?? { post: {} };
const [revisionOfDraft = {}, ...revisionsOfOthers] = REVISIONS;
const BASES: Record<string, (number | null)[]> = {
  published: [null, 1],
  changed: [null],
  stale: [null, 1],
  'taken-down': [null, 1],
};

const EXPECTED_VERSIONS = [
  earlier(revisionOfDraft, null),
  ...Object.entries(BASES).flatMap(([id, bases]) =>
    revisionsOfOthers
      .filter(({ post_id }) => post_id === id)
      .map((row, index) => earlier(row, bases[index] ?? null)),
  ),
  current(POSTS.draft, 1, TAGS.draft),
  current(POSTS.published, 2, TAGS.published),
  current(POSTS.scheduled, null),
  current(POSTS.changed, 2),
  current(POSTS.timed, null),
  current(POSTS.stale, 2),
  current(POSTS['taken-down'], 2),
  {
    ...current(POSTS.linked, null),
    content_html: `<p>It says href="data/kinetics.csv".</p>${data('/blog/linked/data/').repeat(2)}`,
  },
  current(POSTS.outdated, null),
  current(POSTS.unrendered, null),
  current(POSTS.bare, null, TAGS.bare),
  latest(CHANGES.changed, 5, `<p>${data('/blog/changed/data/')}</p>`),
  latest(CHANGES.timed, 2, '<p>Changed HTML of timed</p>'),
  latest(CHANGES.stale, 4, '<p>Changed HTML of stale</p>'),
  { ...latest(CHANGES['taken-down'], 4, ''), ...NOT_RENDERED, reading_time: 9 },
  ...TRASHED_REVISIONS.map((row) => earlier(row, row.version === 1 ? null : 1)),
  { ...current(gone('gone-draft').post, 1), ...RENDERED_AGAIN },
  {
    ...latest(gone('gone-draft').changes ?? {}, 3, ''),
    ...NOT_RENDERED,
    reading_time: 9,
  },
  {
    ...current(gone('gone-published').post, 2, ['y', 'Assays', 'x']),
    ...RENDERED_AGAIN,
    content_html: `<p>${data('/blog/gone-published/data/')}</p>`,
  },
  latest(
    gone('gone-published').changes ?? {},
    4,
    `<p>Changed ${data('/blog/gone-published/data/')}</p>`,
  ),
  ...['twin-1', 'twin-2', 'rival'].map((id) => ({
    ...current(gone(id).post, null),
    ...RENDERED_AGAIN,
  })),
  {
    ...current(gone('ancient').post, null),
    ...RENDERED_AGAIN,
    citation_style: 'numbered',
    is_research: 0,
  },
];

/** The rows of a table or view, each as JSON: their order says nothing. */
async function rowsOf({ query }: Database, table: string): Promise<string[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(query);
  return asSet(rows);
}

function asSet(rows: readonly Row[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).map(toComparable).sort())).sort();
}

/** PostgreSQL writes JSON with spaces. */
function toComparable([name, value]: [string, unknown]): [string, unknown] {
  return [name, name === 'tags' ? JSON.parse(String(value)) : value];
}

/** The whole database: its definitions, and the rows of its tables. */
async function dump(db: Database, engine: Engine) {
  const tables = await db.query.introspection.getTables();
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) rows[name] = await rowsOf(db, name);
  const definitions = await Promise.all(
    DEFINITIONS[engine].map(async (query) =>
      asSet((await sql.raw<Row>(query).execute(db.query)).rows),
    ),
  );
  return { rows, definitions };
}

const DEFINITIONS: Record<Engine, readonly string[]> = {
  sqlite: ['select type, name, tbl_name, sql from sqlite_schema'],
  postgres: [
    `select table_name, column_name, data_type, collation_name, is_nullable, column_default
     from information_schema.columns where table_schema = 'public'`,
    `select indexdef from pg_indexes where schemaname = 'public'`,
    'select pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal',
    `select conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition from pg_constraint
     where connamespace = 'public'::regnamespace`,
    `select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace`,
  ],
};

describeEachEngine(
  'a site of the former tables',
  (_makeDatabase, { engine, makeEmptyDatabase }) => {
    async function makeFormer() {
      const open = await makeEmptyDatabase();
      const db = open();
      await migrate(db, BEFORE);
      await fillFormerTables(db);
      return { db, open };
    }

    async function makeMigrated() {
      const { db } = await makeFormer();
      await migrate(db);
      return makeApp({ db, render: renderPlainly });
    }

    it('keeps what every author wrote, who saved it when, and what is public of it', async () => {
      const { db } = await makeFormer();
      await migrate(db, LAST);
      expect(await rowsOf(db, 'posts')).toEqual(asSet(EXPECTED_POSTS));
      expect(await rowsOf(db, 'post_versions')).toEqual(asSet(EXPECTED_VERSIONS));
      expect(await rowsOf(db, 'former_slugs')).toEqual(
        asSet([
          { slug: 'was-published', post_id: 'published', is_freed: 0 },
          { slug: 'was-draft', post_id: 'draft', is_freed: 0 },
          { slug: 'gone-long-ago', post_id: 'gone-published', is_freed: 1 },
          { slug: 'was-published', post_id: 'gone-published', is_freed: 1 },
          { slug: 'draft', post_id: 'gone-published', is_freed: 1 },
          { slug: 'gone-long-ago', post_id: 'twin-2', is_freed: 1 },
        ]),
      );
    });

    it('keeps everything else that refers to posts as it was', async () => {
      const { db } = await makeFormer();
      const stays = ['post_tags', 'preview_links', 'molecules', 'post_molecules', 'post_terms'];
      const others = ['imports', 'import_items', 'redirects', 'post_changes', 'glossary_state'];
      const read = async () => Promise.all([...stays, ...others].map((table) => rowsOf(db, table)));
      const before = await read();
      await migrate(db, LAST);
      expect(await read()).toEqual(before);
      expect(await rowsOf(db, 'post_creations')).toEqual(
        asSet([
          { key: 'key-of-bare', fingerprint: FINGERPRINT, post_id: 'bare' },
          { key: 'key-of-gone', fingerprint: FINGERPRINT, post_id: 'gone-published' },
        ]),
      );
      expect(await rowsOf(db, 'post_pictures')).toEqual(
        asSet([
          { post_id: 'published', picture_id: 'p1' },
          { post_id: 'changed', picture_id: 'p2' },
          { post_id: 'gone-published', picture_id: 'p3' },
          { post_id: 'gone-published', picture_id: 'p1' },
        ]),
      );
    });

    it('shows its administrators the same posts, counts and revisions', async () => {
      const { services } = await makeMigrated();
      expect(await services.posts.postStats()).toEqual({ total: 11, published: 9, drafts: 2 });
      const { posts, total } = await services.posts.allPosts({ limit: 100 });
      expect(total).toBe(11);
      expect(posts.map(({ slug }) => slug).sort()).toEqual(Object.keys(POSTS).sort());
      for (const summary of posts) {
        const row = POSTS[summary.slug as keyof typeof POSTS] as Row;
        expect(summary).toMatchObject({
          id: row.id,
          title: row.title,
          status: row.status,
          version: row.version,
          date: row.date,
          updated_at: row.updated_at,
          readingTime: 7,
          tags: TAGS[summary.slug] ?? [],
        });
      }
      expect(await services.posts.anyPost('was-draft')).toMatchObject({
        id: 'draft',
        content: 'Text of draft.\r\n',
        contentHtml: '<p>HTML of draft</p>',
        references: [{ title: 'Reference of draft', type: 'research paper' }],
        terms: [{ term: 'Assay', definition: 'A measurement.', start: 3, end: 7 }],
      });
      const title = (version: number) => `Title of published ${version}`;
      expect(await services.posts.revisionsOf('published')).toMatchObject([
        {
          version: 3,
          savedAt: at('01-25'),
          savedBy: 'carl@site.test',
          title: 'Title of published',
          status: 'published',
        },
        {
          version: 2,
          savedAt: at('01-02'),
          savedBy: 'ben@site.test',
          title: title(2),
          status: 'published',
        },
        {
          version: 1,
          savedAt: at('01-01'),
          savedBy: 'anna@site.test',
          title: title(1),
          status: 'draft',
        },
      ]);
      expect(await services.posts.revision('published', 1)).toMatchObject({
        slug: 'was-published',
        content: 'Text of published 1.\r\n',
        tags: ['tag 1'],
        citationStyle: 'author-date',
        isResearch: true,
      });
    });

    it('shows the public the same posts, and nothing of drafts, schedules and changes', async () => {
      const { services } = await makeMigrated();
      const { posts, total } = await services.posts.publishedPosts({ limit: 100 });
      const isHidden = (slug: string) => ['draft', 'taken-down', 'scheduled'].includes(slug);
      expect(posts.map(({ slug }) => slug).sort()).toEqual(
        Object.keys(POSTS)
          .filter((slug) => !isHidden(slug))
          .sort(),
      );
      expect(total).toBe(8);
      expect(await services.posts.publishedPost('was-published')).toMatchObject({
        id: 'published',
        title: 'Title of published',
        contentHtml: '<p>HTML of published</p>',
        updated_at: at('01-25'),
        terms: [{ term: 'Assay', definition: 'A measurement.', start: 3, end: 7 }],
      });
      expect(await services.posts.publishedPost('changed')).toMatchObject({
        title: 'Title of changed',
        version: 4,
      });
      expect(await services.posts.nextDue(at('03-01'))).toBe(at('12-01'));
      for (const slug of [
        'draft',
        'taken-down',
        'scheduled',
        'gone-published',
        'twin',
        'ancient',
      ]) {
        expect(await services.posts.publishedPost(slug)).toBeNull();
      }
    });

    it('keeps unpublished changes, with their time, their problem and what they change', async () => {
      const { services, clock } = await makeMigrated();
      expect(await services.posts.changesOf('changed')).toMatchObject({
        etag: 'changed.5',
        savedAt: at('02-01'),
        savedBy: 'ben@site.test',
        publishAt: null,
        problem: null,
        post: {
          id: 'changed',
          title: 'Title of changed changed',
          tags: ['changed', 'Assays'],
          version: 4,
          readingTime: 9,
          contentHtml: `<p>${data('/blog/changed/data/')}</p>`,
        },
      });
      expect(await services.posts.changesOf('timed')).toMatchObject({ publishAt: at('04-01') });
      const problem = 'Someone else edited it.';
      expect(await services.posts.changesOf('stale')).toMatchObject({
        problem,
        post: { version: 2 },
      });
      for (const slug of ['published', 'taken-down', 'draft']) {
        expect(await services.posts.changesOf(slug)).toBeNull();
      }
      const { posts } = await services.posts.allPosts({ limit: 100, hasChanges: true });
      expect(posts.map(({ slug }) => slug).sort()).toEqual(['changed', 'stale', 'timed']);
      const preview = await services.posts.openPreviewLink('token');
      expect(preview).toMatchObject({
        isChanged: true,
        post: { title: 'Title of changed changed' },
      });

      const stale = await services.posts.publishChanges('stale', { by: 'anna@site.test' });
      expect(stale.ok).toBe(false);
      clock.set(at('04-02'));
      await services.posts.publishDueChanges();
      expect(await services.posts.publishedPost('timed')).toMatchObject({
        title: 'Title of timed changed',
        version: 2,
      });
      expect(await services.posts.changesOf('taken-down')).toBeNull();
      expect(
        (await services.posts.revisionsOf('taken-down'))?.map(({ version }) => version),
      ).toEqual([4, 3, 2, 1]);
    });

    it('finds its posts by the same words and tags, and finds what is saved later', async () => {
      const { services } = await makeMigrated();
      const found = async (q: string) =>
        (await services.posts.allPosts({ limit: 100, q })).posts.map(({ slug }) => slug).sort();
      for (const slug of ['draft', 'published', 'scheduled', 'outdated']) {
        expect(await found(`searched ${slug}`)).toEqual([slug]);
      }
      expect(await found('gone')).toEqual([]);
      const read = await services.posts.publishedPosts({ limit: 100, q: 'searched' });
      expect(read.posts).toHaveLength(7);
      const tagged = await services.posts.publishedPosts({ limit: 100, tag: 'Assays' });
      expect(tagged.posts.map(({ slug }) => slug)).toEqual(['published']);

      const fields = {
        title: 'Renamed',
        slug: 'renamed',
        content: 'Xylophone',
        status: 'published',
      };
      unwrap(await services.posts.editPost('outdated', postInputSchema.parse(fields)));
      unwrap(await services.posts.createPost(postInputSchema.parse({ ...fields, slug: 'new' })));
      expect(await found('xylophone')).toEqual(['new', 'renamed']);
      expect(await found('searched outdated')).toEqual([]);
      unwrap(await services.posts.removePost('renamed'));
      expect(await found('xylophone')).toEqual(['new']);
    });

    it('creates no second post for a form that is sent again', async () => {
      const { services } = await makeMigrated();
      const repeated = unwrap(await services.posts.createPost(CREATED, { key: 'key-of-bare' }));
      expect(repeated.id).toBe('bare');
      const deleted = await services.posts.createPost(CREATED, { key: 'key-of-gone' });
      expect(deleted).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    });

    it('lists what was deleted, and restores it with its revisions, changes and former slugs', async () => {
      const { db, services, clock } = await makeMigrated();
      const { posts, total } = await services.posts.trashedPosts({ limit: 100 });
      expect(total).toBe(6);
      expect(posts.map(({ id }) => id)).toEqual(Object.keys(TRASHED).reverse());
      for (const trashed of posts) {
        const { slug, title, status, date } = TRASHED[trashed.id]?.post ?? {};
        const [deletedAt, deletedBy] = DELETED[trashed.id] ?? [];
        expect(trashed).toMatchObject({ slug, title, status, date, deletedAt, deletedBy });
      }
      const restore = (id: string, slug?: string) =>
        services.posts.restorePost(id, { by: 'anna@site.test', slug });

      const { post, lostSlugs } = unwrap(await restore('gone-published'));
      expect(lostSlugs).toEqual(['draft', 'was-published']);
      expect(post).toMatchObject({
        id: 'gone-published',
        title: 'Title of gone-published',
        version: 3,
        tags: ['y', 'Assays', 'x'],
        updated_at: at('01-25'),
      });
      expect((await services.posts.publishedPost('gone-long-ago'))?.id).toBe('gone-published');
      expect((await services.posts.publishedPost('was-published'))?.id).toBe('published');
      expect(await services.posts.changesOf('gone-published')).toMatchObject({
        etag: 'gone-published.4',
        publishAt: at('02-15'),
        problem: 'Their publication time passed while the post was in the trash.',
        post: { version: 3, title: 'Title of gone-published changed' },
      });
      const saves = await services.posts.revisionsOf('gone-published');
      expect(saves?.map(({ version, savedBy, status }) => [version, savedBy, status])).toEqual([
        [4, 'ben@site.test', 'draft'],
        [3, 'carl@site.test', 'published'],
        [2, 'ben@site.test', 'published'],
        [1, 'anna@site.test', 'draft'],
      ]);
      const { posts: foundAgain } = await services.posts.publishedPosts({
        limit: 9,
        q: 'searched gone',
      });
      expect(foundAgain.map(({ id }) => id)).toEqual(['gone-published']);
      expect(await services.transfer.redirectTarget('/old/gone')).toBe('/blog/gone-published');

      expect(unwrap(await restore('gone-draft')).post).toMatchObject({
        status: 'draft',
        version: 2,
      });
      expect(await services.posts.changesOf('gone-draft')).toBeNull();
      expect(unwrap(await restore('ancient')).post).toMatchObject({
        citationStyle: 'numbered',
        isResearch: false,
        contentHtml: '<p>HTML of ancient</p>',
      });
      expect(await restore('rival')).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
      expect(unwrap(await restore('rival', 'another')).post.version).toBe(3);
      expect(unwrap(await restore('twin-2'))).toMatchObject({
        post: { slug: 'twin' },
        lostSlugs: ['gone-long-ago'],
      });
      expect(await restore('twin-1')).toMatchObject({ ok: false, failure: { kind: 'conflict' } });

      clock.advance(1000);
      await services.posts.renderOutdated(new AbortController().signal);
      const outdated = await db.query
        .selectFrom('post_versions')
        .select('post_id')
        .distinct()
        .where('renderer', '<', 10)
        .execute();
      expect(outdated).toEqual([{ post_id: 'twin-1' }]);
    });

    it('is left as it was by a migration that fails, and migrated by the next start', async () => {
      for (const obstacle of ['post_versions', 'former_slugs', 'public_dates']) {
        const { db, open } = await makeFormer();
        await sql`create table ${sql.table(obstacle)} (unexpected integer)`.execute(db.query);
        const before = await dump(db, engine);
        await expect(migrate(db)).rejects.toThrow(obstacle);
        expect(await dump(db, engine)).toEqual(before);
        if (engine === 'sqlite') expect(await enforcesForeignKeys(db)).toBe(true);

        await sql`drop table ${sql.table(obstacle)}`.execute(db.query);
        const next = open();
        await migrate(next, LAST);
        expect(await rowsOf(next, 'posts')).toEqual(asSet(EXPECTED_POSTS));
        expect(await rowsOf(next, 'post_versions')).toEqual(asSet(EXPECTED_VERSIONS));
      }
    });

    it('has no row without its post, and loses all of them with a post that is erased', async () => {
      const { db, services } = await makeMigrated();
      if (engine === 'sqlite') {
        expect(await enforcesForeignKeys(db)).toBe(true);
        const { rows } = await sql`pragma foreign_key_check`.execute(db.query);
        expect(rows).toEqual([]);
      }
      const stray = insertRows(db, 'post_terms', { term_id: 'assay', post_id: 'nobody' });
      await expect(stray).rejects.toThrow(/foreign key/i);
      unwrap(await services.posts.removePost('published'));
      for (const id of ['published', 'gone-published']) {
        unwrap(await services.posts.eraseTrashedPost(id, { by: 'anna@site.test' }));
      }
      const left: string[] = [];
      for (const { name, columns, isView } of await db.query.introspection.getTables()) {
        if (isView || !columns.some((column) => column.name === 'post_id')) continue;
        const { rows } = await sql`select post_id from ${sql.table(name)}
        where post_id in ('published', 'gone-published')`.execute(db.query);
        if (rows.length > 0) left.push(name);
      }
      expect(left.sort()).toEqual(['import_items', 'redirects']);
      await removeUnshownMolecules(db);
      expect(await rowsOf(db, 'molecules')).toEqual([]);
    });
  },
);

async function enforcesForeignKeys({ query }: Database): Promise<boolean> {
  // In a transaction: single reads have a connection of their own.
  const { rows } = await query
    .transaction()
    .execute((trx) =>
      sql<{ foreign_keys: number }>`select foreign_keys from pragma_foreign_keys`.execute(trx),
    );
  return rows[0]?.foreign_keys === 1;
}
