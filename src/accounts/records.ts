import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction, lockTransaction } from '../server/db/transaction.ts';
import { conflict, fail, notFound, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { recordEvent } from './audit.ts';

type Identity = { id: string; version: number; updatedAt: string };

type Edit<R, Fields> = {
  all: readonly R[];
  /** Undefined for a new one. */
  before: R | undefined;
  fields: Fields;
  identity: Identity;
};

type Kind<R extends Identity, Fields> = {
  /** As the audit log and refusals call one. */
  one: 'author' | 'term';
  /** The lock of the transactions that write them. */
  lock: string;
  max: number;
  full: string;
  read: (query: Kysely<Tables>) => Promise<R[]>;
  nameOf: (record: R) => string;
  write: (site: Site, trx: Kysely<Tables>, edit: Edit<R, Fields>) => Promise<Result<R>>;
  remove: (trx: Kysely<Tables>, record: R, all: readonly R[]) => Promise<void>;
};

/** `version` is the one that was edited or seen. */
type Versioned = { by: string; version: number };

/**
 * Records that administrators edit one at a time. A stale version fails with a conflict, whose `current` is the record as
 * it stands.
 */
export function recordsOf<R extends Identity, Fields>(kind: Kind<R, Fields>) {
  async function change(
    { postChanged, now, db: { query, engine } }: Site,
    actor: string,
    done: 'added' | 'edited' | 'removed',
    act: (trx: Kysely<Tables>, all: readonly R[]) => Promise<Result<R>>,
  ): Promise<Result<R>> {
    const result = await inTransaction(query, async (trx) => {
      await lockTransaction(trx, engine, kind.lock);
      const acted = await act(trx, await kind.read(trx));
      if (acted.ok) {
        const event = { action: `${kind.one}-${done}`, subject: kind.nameOf(acted.value) } as const;
        await recordEvent(trx, { at: now(), actor, ...event });
      }
      return acted;
    });
    if (result.ok) postChanged();
    return result;
  }

  function find(all: readonly R[], id: string, version: number): Result<R> {
    const record = all.find((each) => each.id === id);
    if (record === undefined) return notFound(`There is no such ${kind.one}.`);
    if (record.version === version) return succeed(record);
    const detail = `This ${kind.one} was changed by someone else in the meantime.`;
    return fail({ kind: 'conflict', detail, current: record });
  }

  return {
    add: (site: Site, fields: Fields, { by }: { by: string }) =>
      change(site, by, 'added', async (trx, all) => {
        if (all.length >= kind.max) return conflict(kind.full);
        const identity = { id: randomUUID(), version: 1, updatedAt: site.now() };
        return kind.write(site, trx, { all, before: undefined, fields, identity });
      }),

    edit: (site: Site, id: string, fields: Fields, { by, version }: Versioned) =>
      change(site, by, 'edited', async (trx, all) => {
        const found = find(all, id, version);
        if (!found.ok) return found;
        const identity = { id, version: version + 1, updatedAt: site.now() };
        return kind.write(site, trx, { all, before: found.value, fields, identity });
      }),

    remove: (site: Site, id: string, { by, version }: Versioned) =>
      change(site, by, 'removed', async (trx, all) => {
        const found = find(all, id, version);
        if (found.ok) await kind.remove(trx, found.value, all);
        return found;
      }),
  };
}
