import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { insertRows } from '../../../test/insert-rows.ts';
import { input, makePosts } from '../../../test/make-posts.ts';
import { createRevisions } from '../../posts/revisions.ts';
import type { Database } from './connect.ts';
import { migrate, NewerDatabaseError, pendingMigrations } from './migrate.ts';

/** With views. */
const OUR_TABLES = [
  'administrators',
  'attachments',
  'audit_events',
  'authenticator_apps',
  'author_names',
  'authors',
  'autosaves',
  'current_posts',
  'former_slugs',
  'glossary_state',
  'glossary_terms',
  'import_items',
  'import_pictures',
  'imports',
  'inquiries',
  'invitations',
  'known_networks',
  'leases',
  'limits',
  'molecules',
  'newsletter_issues',
  'outbox',
  'passkeys',
  'password_resets',
  'pending_sign_ins',
  'picture_operations',
  'pictures',
  'post_changes',
  'post_creations',
  'post_molecules',
  'post_pictures',
  'post_records',
  'post_search',
  'post_tags',
  'post_terms',
  'post_versions',
  'posts',
  'preview_links',
  'public_dates',
  'public_posts',
  'public_records',
  'recovery_codes',
  'redirects',
  'scheduled_issues',
  'secrets',
  'sessions',
  'subscribers',
  'used_challenges',
];

/** All but the index of words, for which SQLite has tables of its own. */
async function ourTables({ query }: Database): Promise<string[]> {
  const tables = await query.introspection.getTables();
  const names = tables.map((table) => table.name);
  return names.filter((name) => !/^post_words(?:_|$)/.test(name)).sort();
}

describeEachEngine('migrations', (_makeDatabase, { engine, makeEmptyDatabase }) => {
  it('make every table in an empty database', async () => {
    const open = await makeEmptyDatabase();
    const database = open();
    await migrate(database);
    expect(await ourTables(database)).toEqual(OUR_TABLES);
  });

  it('change nothing when they run again', async () => {
    const open = await makeEmptyDatabase();
    const database = open();
    await migrate(database);
    const before = await sql`select * from kysely_migration`.execute(database.query);
    await migrate(database);
    await migrate(open());
    const after = await sql`select * from kysely_migration`.execute(database.query);
    expect(after.rows).toEqual(before.rows);
    expect(await ourTables(database)).toEqual(OUR_TABLES);
  });

  it('leave nothing behind when a step fails', async () => {
    const open = await makeEmptyDatabase();
    const database = open();
    // In the way of one of the last steps.
    await sql`create table inquiries (unexpected integer)`.execute(database.query);
    await expect(migrate(database)).rejects.toThrow(/inquiries/);
    expect(await ourTables(database)).toEqual(['inquiries']);

    await sql`drop table inquiries`.execute(database.query);
    await migrate(database);
    expect(await ourTables(database)).toEqual(OUR_TABLES);
  });

  it('are named before they change a database, so that it can be copied first', async () => {
    const open = await makeEmptyDatabase();
    const database = open();
    expect(await pendingMigrations(database)).toEqual([]);
    await migrate(database, '034-molecule-forms');
    expect((await pendingMigrations(database)).slice(0, 2)).toEqual([
      '035-molecule-names',
      '036-post-versions',
    ]);
    await migrate(database);
    expect(await pendingMigrations(database)).toEqual([]);
  });

  it('refuse a database of a newer version with one line that names what is unknown', async () => {
    const open = await makeEmptyDatabase();
    const database = open();
    await migrate(database);
    await sql`insert into kysely_migration (name, timestamp) values ('002-later', 'x')`.execute(
      database.query,
    );
    const refusal = await migrate(open()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NewerDatabaseError);
    const { message } = refusal as NewerDatabaseError;
    expect(message).toContain('002-later');
    expect(message).not.toContain('\n');
  });

  it('make the posts of an older version revisions that can be gone back to', async () => {
    const open = await makeEmptyDatabase();
    const database = open();
    await migrate(database, '001-initial');
    const post = {
      id: 'p',
      slug: 'old',
      title: 'Old',
      description: '',
      author: 'A',
      cover_image: '',
      cover_image_caption: '',
      publish_date: null,
      date: '2026-01-01',
      status: 'draft',
      reading_time: 1,
      references: '[]',
      version: 4,
      created_at: '2026-01-01',
      updated_at: '2026-01-02',
      content: 'Text\r\n',
      content_html: '',
    };
    await insertRows(database, 'posts', post, { ...post, id: 'q', slug: 'untagged' });
    await insertRows(
      database,
      'post_tags',
      { post_id: 'p', position: 1, tag: 'b"' },
      { post_id: 'p', position: 0, tag: 'z' },
    );
    await migrate(database);
    const { revision } = createRevisions(database);
    expect(await revision('old', 4)).toMatchObject({
      content: 'Text\r\n',
      tags: ['z', 'b"'],
      savedAt: '2026-01-02',
      savedBy: null,
    });
    expect(await revision('untagged', 4)).toMatchObject({ tags: [] });
  });

  it('call the autosaves of an older version by their titles', async () => {
    const open = await makeEmptyDatabase();
    const database = open();
    await migrate(database, '003-accounts');
    const owner = 'a@site.test';
    const administrator = { id: 'a', email: owner, password_hash: '', created_at: '2026-01-01' };
    await insertRows(database, 'administrators', administrator);
    const row = { owner, version: null, saved_at: '2026-01-01' };
    await insertRows(
      database,
      'autosaves',
      { ...row, document: 'd', values: '{"title":"Typed"}' },
      { ...row, document: 'e', values: '{}' },
    );
    await migrate(database);
    const columns = ['title', 'sequence', 'discarded'] as const;
    const kept = await database.query.selectFrom('autosaves').select(columns).execute();
    expect(kept.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
      { title: '', sequence: 1, discarded: 0 },
      { title: 'Typed', sequence: 1, discarded: 0 },
    ]);
  });

  it('keep the dates of posts, and date a draft that readers never saw by its publication', async () => {
    const open = await makeEmptyDatabase();
    const database = open();
    await migrate(database, '011-second-factors');
    const created = '2026-01-01T00:00:00.000Z';
    const saves = {
      new: [['draft', null]],
      'taken-down': [
        ['published', null],
        ['draft', null],
      ],
      shown: [
        ['published', '2026-01-02T00:00:00.000Z'],
        ['draft', null],
      ],
      'never-due': [
        ['published', '2030-01-01T00:00:00.000Z'],
        ['draft', null],
      ],
      public: [['published', null]],
    } as const;
    const columns = {
      title: '',
      description: '',
      author: '',
      cover_image: '',
      cover_image_caption: '',
      references: '[]',
      content: '',
    };
    for (const [id, states] of Object.entries(saves)) {
      const [status, publish_date] = states.at(-1) ?? ['draft', null];
      await insertRows(database, 'posts', {
        ...columns,
        id,
        slug: id,
        status,
        publish_date,
        date: created,
        reading_time: 1,
        version: states.length,
        created_at: created,
        updated_at: created,
        content_html: '',
      });
      for (const [index, [status, publish_date]] of states.entries()) {
        await insertRows(database, 'post_revisions', {
          ...columns,
          post_id: id,
          version: index + 1,
          saved_at: `2026-01-0${1 + 2 * index}T00:00:00.000Z`,
          slug: id,
          tags: '[]',
          status,
          publish_date,
        });
      }
    }
    await migrate(database);
    const { anyPost, editPost, clock, now } = makePosts(database);
    clock.set('2026-05-05T00:00:00.000Z');
    const dates: Record<string, string | undefined> = {};
    for (const slug of Object.keys(saves)) {
      expect((await anyPost(slug))?.date).toBe(created);
      const published = await editPost(slug, input({ title: slug, slug }));
      dates[slug] = published.ok ? published.value.date : undefined;
    }
    expect(dates).toEqual({
      new: now(),
      'taken-down': created,
      shown: created,
      'never-due': now(),
      public: created,
    });
  });

  if (engine === 'postgres')
    it('run once when several instances start together', async () => {
      const open = await makeEmptyDatabase();
      const instances = [open(), open(), open(), open()] as const;
      await Promise.all(instances.map((instance) => migrate(instance)));
      expect(await ourTables(instances[0])).toEqual(OUR_TABLES);
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
        instances[1].query,
      );
      const names = new Set(rows.map(({ name }) => name));
      expect(names.size).toBe(rows.length);
      expect(rows).toEqual(
        expect.arrayContaining([
          { name: '001-initial' },
          { name: '002-safe-writing' },
          { name: '003-accounts' },
          { name: '004-media' },
          { name: '005-preview-links' },
          { name: '006-mail' },
          { name: '007-inquiries' },
          { name: '008-newsletter' },
          { name: '009-search' },
          { name: '010-post-changes' },
          { name: '011-second-factors' },
          { name: '012-applied-password' },
          { name: '013-first-publication' },
          { name: '014-known-networks' },
          { name: '015-picture-operations' },
          { name: '016-autosave-order' },
          { name: '019-full-text-index' },
          { name: '020-people' },
          { name: '022-unpublished-changes' },
          { name: '023-trash' },
          { name: '024-scheduled-issues' },
          { name: '025-attachments' },
          { name: '026-molecules' },
          { name: '027-citations' },
          { name: '028-glossary' },
          { name: '029-imports' },
          { name: '031-audit-detail' },
          { name: '032-import-attempts' },
          { name: '034-molecule-forms' },
          { name: '035-molecule-names' },
          { name: '036-post-versions' },
        ]),
      );
    });
});
