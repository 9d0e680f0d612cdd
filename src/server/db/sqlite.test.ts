import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { connectSqlite, type Database } from './connect.ts';
import { isUnavailable } from './unavailable.ts';

async function openNotes(): Promise<{ file: string; db: Database }> {
  const file = join(makeFolder(), 'notes.sqlite');
  const db = connectSqlite(file);
  onTestFinished(() => db.close());
  await sql`create table notes (text text)`.execute(db.query);
  return { file, db };
}

const write = ({ query }: Database, text: string) =>
  sql`insert into notes values (${text})`.execute(query);

async function read({ query }: Pick<Database, 'query'>): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from notes order by text`.execute(query);
  return rows.map(({ text }) => text);
}

/** Another process that holds the write lock until it is killed. */
async function lockElsewhere(file: string, begin: string): Promise<ChildProcess> {
  const script = `
    import SQLite from 'better-sqlite3';
    const db = new SQLite(${JSON.stringify(file)});
    db.exec(${JSON.stringify(begin)});
    console.log('locked');
    setInterval(() => db.inTransaction, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

describe('an SQLite file', () => {
  it('keeps transactions apart that are begun at the same time', async () => {
    const { db } = await openNotes();
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        db.query.transaction().execute(async (trx) => {
          const before = (await read({ query: trx })).length;
          await new Promise(setImmediate);
          await sql`insert into notes values (${before + name})`.execute(trx);
        }),
      ),
    );
    expect(await read(db)).toEqual(['0a', '1b', '2c']);
  });

  it('waits a moment for another process that writes, and no longer', async () => {
    const { file, db } = await openNotes();
    await write(db, 'before');
    const other = await lockElsewhere(file, 'begin immediate');
    expect(await read(db)).toEqual(['before']);
    await expect(write(db, 'lost')).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    setTimeout(() => other.kill('SIGKILL'), 0);
    await once(other, 'exit');
    await write(db, 'now');
    expect(await read(db)).toEqual(['before', 'now']);
  });

  it('says why a transaction failed, also when SQLite rolled it back by itself', async () => {
    const { db } = await openNotes();
    await sql`create table flasks (label text unique on conflict rollback)`.execute(db.query);
    const failing = db.query.transaction().execute(async (trx) => {
      await sql`insert into flasks values ('x')`.execute(trx);
      await sql`insert into flasks values ('x')`.execute(trx);
    });
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' });
    await write(db, 'afterwards');
    expect(await read(db)).toEqual(['afterwards']);
  });

  it('is not kept open after its end, also if it was never asked', async () => {
    const db = connectSqlite(join(makeFolder(), 'unused.sqlite'));
    await db.close();
    expect(isUnavailable(await write(db, 'x').catch((error: unknown) => error))).toBe(false);
    expect(await db.isReady()).toBe(false);
  });
});
