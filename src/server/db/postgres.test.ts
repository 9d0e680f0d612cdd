import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createDatabase } from '../../../test/postgres-server.ts';
import { startStallingProxy } from '../../../test/stalling-proxy.ts';
import { connectPostgres, type Database } from './connect.ts';
import { STATEMENT_LIMITS } from './postgres.ts';
import { isOutcomeUnknown, isUnavailable } from './unavailable.ts';

const server = inject('postgresUrl');
const address = server === undefined ? '' : await createDatabase(server);
const SHORT = { ...STATEMENT_LIMITS, silence: 2_000, statement: 1_000, lock: 500 };

function open(url = address): { db: Database; lost: Error[] } {
  const lost: Error[] = [];
  const db = connectPostgres(url, { limits: SHORT, reportError: (error) => lost.push(error) });
  onTestFinished(() => db.close());
  return { db, lost };
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => null).catch((error: unknown) => error);

async function makeNotes({ query }: Database): Promise<void> {
  await sql`drop table if exists notes`.execute(query);
  await sql`create table notes (text text)`.execute(query);
}

async function notes({ query }: Database): Promise<number> {
  const { rows } = await sql`select from notes`.execute(query);
  return rows.length;
}

describe.skipIf(server === undefined)('PostgreSQL', () => {
  it('that stops answering costs a request its time limit, not its connection; it says that the write may be there', async () => {
    const proxy = await startStallingProxy(address);
    const { db, lost } = open(proxy.url);
    await makeNotes(db);
    const write = (at: Database) => sql`insert into notes values ('x')`.execute(at.query);
    proxy.stall();
    const outcomes = await Promise.all([
      failureOf(write(db)),
      failureOf(db.query.transaction().execute((trx) => sql`select 1`.execute(trx))),
    ]);
    // The second one finds no connection in time, or one that says nothing.
    expect(outcomes.map(isUnavailable)).toEqual([true, true]);
    expect(isOutcomeUnknown(outcomes[0])).toBe(true);
    expect(lost.length).toBeGreaterThan(0);
    proxy.resume();
    // The connections that were silent are not used again.
    await write(db);
    const direct = open().db;
    await expect.poll(() => notes(direct)).toBe(2);
  }, 20_000);

  it('that stops answering in a transaction fails it by that, not by its rollback', async () => {
    const proxy = await startStallingProxy(address);
    const { db } = open(proxy.url);
    await makeNotes(db);
    const failure = await failureOf(
      db.query.transaction().execute(async (trx) => {
        await sql`insert into notes values ('x')`.execute(trx);
        proxy.stall();
        await sql`insert into notes values ('y')`.execute(trx);
      }),
    );
    expect(failure).toMatchObject({ code: 'ETIMEDOUT' });
    proxy.resume();
    expect(await notes(db)).toBe(0);
  });

  it('that takes too long for a statement, or has it wait for a lock, can be asked again later, with nothing written', async () => {
    const { db } = open();
    await makeNotes(db);
    const slow = await failureOf(sql`insert into notes select pg_sleep(5)::text`.execute(db.query));
    await db.query.transaction().execute(async (trx) => {
      await sql`lock table notes`.execute(trx);
      const waiting = await failureOf(sql`insert into notes values ('x')`.execute(db.query));
      expect([isUnavailable(waiting), isOutcomeUnknown(waiting)]).toEqual([true, false]);
    });
    expect([isUnavailable(slow), isOutcomeUnknown(slow)]).toEqual([true, false]);
    expect(await notes(db)).toBe(0);
  });

  it('ends a connection: an idle one is reported, one in use costs its own request, and the next query has another one', async () => {
    const { db, lost } = open();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.query);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(open().db.query);
    await expect.poll(() => lost.length).toBe(1);
    expect(await db.isReady()).toBe(true);
    const terminate = sql`select pg_terminate_backend(pg_backend_pid())`;
    const inUse = db.query.transaction().execute((trx) => terminate.execute(trx));
    await expect(inUse).rejects.toThrow(/terminat/);
    expect(await db.isReady()).toBe(true);
  });

  it('says of a server that is not there that nothing was written, and reports it once however often it is asked', async () => {
    // The discard port: nobody listens there.
    const { db, lost } = open('postgres://nobody@127.0.0.1:9/nothing');
    expect([await db.isReady(), await db.isReady()]).toEqual([false, false]);
    expect(lost).toHaveLength(1);
    const failure = await failureOf(sql`select 1`.execute(db.query));
    expect([isUnavailable(failure), isOutcomeUnknown(failure)]).toEqual([true, false]);
  });
});
