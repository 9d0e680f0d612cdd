import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { addMilliseconds } from '../instants.ts';
import type { Delivery } from './mail.ts';

/** What is to be sent: its content is made of `data` when its turn comes. */
export type OutgoingMail = {
  kind: string;
  recipient: string;
  data: Record<string, string>;
};

/** A mail whose turn it is, and the number of this attempt, from 1. */
export type ClaimedMail = OutgoingMail & { id: string; attempt: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How long a claimed mail is left to who claimed it. Longer than a mail server may take to answer:
 * when this is over, the process that claimed it has ended, and another one takes its turn.
 */
export const CLAIM_TIMEOUT_MS = 5 * MINUTE_MS;

/** Waits after the first, second… attempt; the last goes on for the following ones (RFC 5321, 4.5.4.1). */
const BACKOFF_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];

/** What could not be delivered for so long is given up. */
const LIFETIME_MS = 3 * 24 * HOUR_MS;

/**
 * More attempts than a lifetime has. A claim counts as an attempt when it is made, so that a mail whose
 * attempts end without a record, such as one that ends the process, is given up as well.
 */
const MAX_ATTEMPTS = 30;

/** Puts mail into the outbox, within the transaction of what it tells of. */
export async function enqueue(
  trx: Kysely<Tables>,
  now: string,
  mails: readonly OutgoingMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ kind, recipient, data }) => ({
    id: randomUUID(),
    kind,
    recipient,
    data: JSON.stringify(data),
    state: 'waiting' as const,
    attempts: 0,
    due_at: now,
    created_at: now,
    settled_at: null,
    answer: '',
    batch: null,
  }));
  await trx.insertInto('outbox').values(rows).execute();
}

/** A new UUID of version 4 (RFC 9562) for each row that a statement makes. */
const NEW_ID = {
  sqlite: sql<string>`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4'
    || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-'
    || hex(randomblob(6)))`,
  postgres: sql<string>`gen_random_uuid()::text`,
};

/**
 * Puts a mail to each confirmed subscriber into the outbox, as a batch that lets all other mail go
 * first; in one statement, for there may be a hundred thousand.
 *
 * @param batch becomes `issue` in the data of each, beside its `subscriber`; nothing that JSON escapes
 * @returns how many these are
 */
export async function enqueueForSubscribers(
  trx: Kysely<Tables>,
  engine: Database['engine'],
  now: string,
  { kind, batch }: { kind: string; batch: string },
): Promise<number> {
  const text = (value: string) => sql<string>`cast(${value} as text)`;
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('outbox')
    .columns([
      'id',
      'kind',
      'recipient',
      'data',
      'state',
      'attempts',
      'due_at',
      'created_at',
      'answer',
      'batch',
    ])
    .expression((eb) =>
      eb
        .selectFrom('subscribers')
        .select([
          NEW_ID[engine].as('id'),
          text(kind).as('kind'),
          sql<string>`email`.as('recipient'),
          sql<string>`'{"issue":"' || ${text(batch)} || '","subscriber":"' || id || '"}'`.as(
            'data',
          ),
          sql<'waiting'>`'waiting'`.as('state'),
          sql<number>`0`.as('attempts'),
          text(now).as('due_at'),
          text(now).as('created_at'),
          sql<string>`''`.as('answer'),
          text(batch).as('batch'),
        ])
        .where('state', '=', 'confirmed'),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

type OutboxDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  /** Told within the transaction that settles a mail of an address that a server does not know. */
  onBounce?: OnBounce;
};

/** Notes that there is no such address, in the words of the mail server. */
export type OnBounce = (trx: Kysely<Tables>, mail: ClaimedMail, answer: string) => Promise<void>;

/** How many mails are in each state; one that no mail is in is not named. */
export async function countMails({ query }: Database): Promise<Record<string, number>> {
  const rows = await query
    .selectFrom('outbox')
    .select((eb) => ['state', eb.fn.countAll<number>().as('mails')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, mails }) => [state, mails]));
}

/**
 * Mail on its way. A row is claimed by moving its turn into the future, in one statement: of several
 * processes one has it, and when that one ends without a word, it is due again, later after every
 * attempt. `attempts` grows with each claim and so names it: a claim that has lapsed defers nothing.
 */
export function createOutbox({ db: { query, engine }, now, onBounce }: OutboxDeps) {
  /** Takes mails whose turn it is, the longest due first; those of a batch when there are no others. */
  async function claim(limit: number): Promise<ClaimedMail[]> {
    const own = await claimSome(limit, true);
    return own.length > 0 ? own : claimSome(limit, false);
  }

  async function claimSome(limit: number, own: boolean): Promise<ClaimedMail[]> {
    const present = now();
    const rows = await query
      .updateTable('outbox')
      .set((eb) => ({ due_at: claimedUntil(present), attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('outbox')
          .select('id')
          .where('state', '=', 'waiting')
          .where('due_at', '<=', present)
          .$if(own, (due) => due.where('batch', 'is', null))
          .orderBy('due_at')
          .orderBy('id')
          .limit(limit)
          // SQLite has one writer at a time.
          .$if(engine === 'postgres', (due) => due.forUpdate().skipLocked()),
      )
      .returning(['id', 'kind', 'recipient', 'data', 'attempts'])
      .execute();
    const mails: ClaimedMail[] = [];
    for (const { attempts, data, ...row } of rows) {
      const mail = { ...row, data: JSON.parse(data), attempt: attempts };
      if (attempts <= MAX_ATTEMPTS) mails.push(mail);
      else await expire(mail, 'No attempt came to an end.');
    }
    return mails;
  }

  async function expire({ id, attempt }: ClaimedMail, answer: string): Promise<void> {
    await query
      .updateTable('outbox')
      .set({ state: 'expired', settled_at: now(), answer })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempt)
      .execute();
  }

  /** Records what became of an attempt; what was deferred has another turn, until it is too old. */
  async function settle(mail: ClaimedMail, delivery: Delivery): Promise<void> {
    const { id, attempt } = mail;
    const present = now();
    const { kind, answer } = delivery;
    if (kind === 'accepted') {
      // It has arrived, even if it was withdrawn or claimed by another process meanwhile.
      const sent = { state: 'sent', settled_at: present, answer } as const;
      await query.updateTable('outbox').where('id', '=', id).set(sent).execute();
      return;
    }
    if (kind === 'refused') {
      await query.transaction().execute(async (trx) => {
        const refused = { state: 'refused', settled_at: present, answer } as const;
        const row = trx.updateTable('outbox').where('id', '=', id).where('state', '=', 'waiting');
        await row.set(refused).execute();
        if (delivery.noSuchMailbox) await onBounce?.(trx, mail, answer);
      });
      return;
    }
    const row = await query
      .updateTable('outbox')
      .set({ due_at: addMilliseconds(present, backoffAfter(attempt)), answer })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempt)
      .returning('created_at')
      .executeTakeFirst();
    const isTooOld = row !== undefined && row.created_at <= addMilliseconds(present, -LIFETIME_MS);
    if (isTooOld) await expire(mail, answer);
  }

  /**
   * Ends a mail that nobody needs any more, and forgets its recipient, who may have left while the mail
   * was enqueued.
   */
  async function withdraw({ id }: ClaimedMail): Promise<void> {
    await query
      .updateTable('outbox')
      .set({ state: 'withdrawn', settled_at: now(), recipient: '' })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
  }

  /** When the next mail is due, ISO 8601; null when none waits. */
  async function nextDueAt(): Promise<string | null> {
    const row = await query
      .selectFrom('outbox')
      .select('due_at')
      .where('state', '=', 'waiting')
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    return row?.due_at ?? null;
  }

  return { claim, settle, withdraw, nextDueAt };
}

export type Outbox = ReturnType<typeof createOutbox>;

/** How long a mail waits after an attempt that was deferred. */
function backoffAfter(attempt: number): number {
  return BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length) - 1] ?? MINUTE_MS;
}

/** When a claim lapses, by the attempts before it: as late as the attempt after it would be due. */
function claimedUntil(present: string) {
  const until = (attempt: number) =>
    addMilliseconds(present, Math.max(CLAIM_TIMEOUT_MS, backoffAfter(attempt)));
  const cases = BACKOFF_MS.map((_, before) => sql`when ${before} then ${until(before + 1)}`);
  const last = until(BACKOFF_MS.length);
  return sql<string>`case attempts ${sql.join(cases, sql` `)} else ${last} end`;
}
