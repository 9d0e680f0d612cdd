import { z } from 'zod';
import { recordEvent } from '../accounts/audit.ts';
import { toCsv } from '../server/csv.ts';
import { allPages, type Paging, readPage } from '../server/cursor.ts';
import { containsText } from '../server/db/contains-text.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { notFound, type Result, succeed } from '../server/failure.ts';
import { instant } from '../server/http/common-schemas.ts';
import type { Site } from '../site.ts';
import { eraseRecipient } from './subscription.ts';

export const SUBSCRIBER_STATES = ['pending', 'confirmed', 'unsubscribed', 'bounced'] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

export const subscriberSchema = z
  .object({
    id: z.uuid(),
    email: z.string().nullable().meta({ description: 'Null once the person has left' }),
    state: z.enum(SUBSCRIBER_STATES),
    signedUpAt: instant,
    confirmedAt: instant.nullable(),
    endedAt: instant
      .nullable()
      .meta({ description: 'When the person left, or the address was refused' }),
    answer: z.string().meta({ description: 'What the mail server said when it refused' }),
  })
  .meta({ id: 'Subscriber' });

export type Subscriber = z.output<typeof subscriberSchema>;

export type SubscriberQuery = Paging & {
  state?: SubscriberState | undefined;
  q?: string | undefined;
};

const COLUMNS = {
  email: 'Email',
  state: 'State',
  signedUpAt: 'Signed up',
  confirmedAt: 'Confirmed',
  endedAt: 'Ended',
  answer: 'Response of the mail server',
} as const;

export function listSubscribers(
  { db: { engine, query } }: Site,
  { state, q, ...paging }: SubscriberQuery,
) {
  const matching = query
    .selectFrom('subscribers')
    .select(['id', 'email', 'state', 'signed_up_at as signedUpAt', 'confirmed_at as confirmedAt'])
    .select(['ended_at as endedAt', 'answer'])
    .$if(state !== undefined, (all) => all.where('state', '=', state as SubscriberState))
    .$if(q !== undefined, (all) => all.where(containsText('email', q ?? '', engine)));
  return readPage(matching, ['signed_up_at', 'id'], 'signedUpAt', paging);
}

export async function subscriberCounts({
  db: { query },
}: Site): Promise<Record<SubscriberState, number>> {
  const rows = await query
    .selectFrom('subscribers')
    .select((row) => ['state', row.fn.countAll<number>().as('subscribers')])
    .groupBy('state')
    .execute();
  const counts = { pending: 0, confirmed: 0, unsubscribed: 0, bounced: 0 };
  for (const { state, subscribers } of rows) counts[state] = subscribers;
  return counts;
}

/** Erases a subscription; the audit entry does not name the email. */
export async function removeSubscriber(
  { db: { query }, now }: Site,
  id: string,
  { by }: { by: string },
): Promise<Result<void>> {
  return inTransaction(query, async (trx) => {
    const removed = await trx
      .deleteFrom('subscribers')
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirst();
    if (removed === undefined) return notFound('There is no such subscriber.');
    if (removed.email !== null) await eraseRecipient(trx, removed.email);
    const event = { at: now(), actor: by, action: 'subscriber-removed', subject: id } as const;
    await recordEvent(trx, event);
    return succeed(undefined);
  });
}

export async function exportSubscribers(
  site: Site,
  state: SubscriberState | undefined,
  { by }: { by: string },
): Promise<AsyncIterable<string>> {
  const subject = state ?? 'all';
  const event = { at: site.now(), actor: by, action: 'subscribers-exported', subject } as const;
  await recordEvent(site.db.query, event);
  const pages = allPages((paging) => listSubscribers(site, { ...paging, state }));
  return toCsv(COLUMNS, pages);
}
