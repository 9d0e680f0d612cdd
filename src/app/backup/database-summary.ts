import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import { BackupError } from './backup-error.ts';

export type DatabaseSummary = {
  /** Names in the order in which they ran. */
  migrations: string[];
  posts: number;
  /** Ids. */
  pictures: string[];
  attachments: string[];
};

export type DatabaseCopy = DatabaseSummary & { file: string };

export async function readSummary(query: Kysely<Tables>): Promise<DatabaseSummary> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true });
  const names = new Set(tables.map(({ name }) => name));
  if (!['kysely_migration', 'posts', 'pictures'].every((name) => names.has(name))) {
    throw new BackupError('There is no site in the database');
  }
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(query);
  // Backups of older versions have deleted posts in another table.
  const hasDeleted = tables.some(
    ({ name, columns }) =>
      name === 'posts' && columns.some((column) => column.name === 'deleted_at'),
  );
  const { posts } = await query
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .$if(hasDeleted, (rows) => rows.where('deleted_at', 'is', null))
    .executeTakeFirstOrThrow();
  const pictures = await query.selectFrom('pictures').select('id').orderBy('id').execute();
  // Backups of older versions have no such table.
  const attachments = names.has('attachments')
    ? await query.selectFrom('attachments').select('id').orderBy('id').execute()
    : [];
  return {
    migrations: rows.map(({ name }) => name),
    posts,
    pictures: pictures.map(({ id }) => id),
    attachments: attachments.map(({ id }) => id),
  };
}
