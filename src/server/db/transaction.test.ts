import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createDatabase } from '../../../test/postgres-server.ts';
import { connectPostgres, connectSqlite, type Database } from './connect.ts';
import { inTransaction, inTransactionOnce } from './transaction.ts';
import { outageOf } from './unavailable.ts';

const server = inject('postgresUrl');

async function openPostgres(): Promise<Database> {
  const db = connectPostgres(await createDatabase(server ?? ''));
  onTestFinished(() => db.close());
  await sql`create table counters (name text primary key, count integer not null)`.execute(
    db.query,
  );
  await sql`insert into counters values ('a', 0), ('b', 0)`.execute(db.query);
  return db;
}

const count = (name: string) => sql`update counters set count = count + 1 where name = ${name}`;

/** Runs two transactions that lock the same rows in opposite orders, each after the other has locked its first. */
async function crossing(db: Database, run: typeof inTransaction) {
  const [here, there] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let attempts = 0;
  const lock = (names: [string, string], mine: typeof here, other: typeof here) =>
    run(db.query, async (trx) => {
      attempts += 1;
      await count(names[0]).execute(trx);
      mine.resolve();
      await other.promise;
      await count(names[1]).execute(trx);
    });
  const outcomes = await Promise.allSettled([
    lock(['a', 'b'], here, there),
    lock(['b', 'a'], there, here),
  ]);
  return { outcomes, attempts };
}

async function counts({ query }: Database): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`select count from counters order by name`.execute(
    query,
  );
  return rows.map((row) => row.count);
}

describe.skipIf(server === undefined)('two writers of PostgreSQL who wait for one another', () => {
  it('both succeed, each once', async () => {
    const db = await openPostgres();
    const { outcomes, attempts } = await crossing(db, inTransaction);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(attempts).toBe(3);
    expect(await counts(db)).toEqual([2, 2]);
  });

  it('lose one where the work cannot be repeated; it is told that the database is busy', async () => {
    const db = await openPostgres();
    const { outcomes, attempts } = await crossing(db, inTransactionOnce);
    const [failed] = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(failed).toMatchObject({ code: '40P01' });
    expect(outageOf(failed)).toBe('busy');
    expect(attempts).toBe(2);
    expect(await counts(db)).toEqual([1, 1]);
  });
});

it('a transaction is not run again after an error of its own, and one that loses every time ends, and is told that the database is busy', async () => {
  const db = connectSqlite(':memory:');
  onTestFinished(() => db.close());
  async function attempt(error: Error) {
    let attempts = 0;
    const failing = inTransaction(db.query, async () => {
      attempts += 1;
      throw error;
    });
    await expect(failing).rejects.toBe(error);
    return attempts;
  }
  expect(await attempt(new Error('mistake'))).toBe(1);
  const lost = Object.assign(new Error('could not serialize access'), { code: '40001' });
  const attempts = await attempt(lost);
  expect([attempts > 2, attempts < 20, outageOf(lost)]).toEqual([true, true, 'busy']);
});
