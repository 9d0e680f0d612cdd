import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { createDatabase } from '../../test/postgres.ts';
import { connectPostgres } from './connect.ts';

const server = inject('postgresUrl');
const url = server === undefined ? undefined : await createDatabase(server);

it.skipIf(url === undefined)(
  'a connection that PostgreSQL ends while it is in use costs its own request, not the whole site',
  async () => {
    const db = connectPostgres(url ?? '');
    try {
      const inUse = db.query.transaction().execute(async (trx) => {
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
      });
      await expect(inUse).rejects.toThrow(/terminat/);
      expect(await db.isReady()).toBe(true);
    } finally {
      await db.close();
    }
  },
);
