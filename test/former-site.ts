import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { connect, type Database } from '../src/server/db/connect.ts';
import { makeFolder } from './make-folder.ts';

/** A site as the oldest version made it that is taken over, with something of all that was stored otherwise then. */
export function openFormerSqlite(): Database {
  const dataDir = makeFolder({ 'ligara.sqlite': read('039.sqlite') });
  return connect({ dataDir, databaseUrl: undefined });
}

/** The same in an empty database of PostgreSQL. */
export async function fillWithFormerSite({ query }: Database): Promise<void> {
  await sql.raw(read('039.postgres.sql').toString()).execute(query);
}

function read(name: string): Buffer {
  return gunzipSync(readFileSync(`test/databases/${name}.gz`));
}
