import { randomUUID } from 'node:crypto';
import type { Expression, ExpressionBuilder, Kysely } from 'kysely';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import type { Tables } from '../server/db/tables.ts';
import type { Site } from '../site.ts';
import { type AuditAction, POST_ACTIONS } from './audit-actions.ts';

export type AuditEvent = {
  id: string;
  /** ISO 8601 in UTC. */
  at: string;
  /** The email of an administrator; null for the program or its command line. */
  actor: string | null;
  action: AuditAction;
  /** What the action changed: a slug, an email, a browser, a name. */
  subject: string;
  /** What the action says beside its subject. */
  detail: string | null;
  /** The title of the post at that time; null when the post is deleted or the subject is not a slug. */
  title: string | null;
};

type NewEvent = Omit<AuditEvent, 'id' | 'title' | 'detail'> & Partial<Pick<AuditEvent, 'detail'>>;

/** Inserts an audit entry, in the transaction that makes the change. */
export async function recordEvent(query: Kysely<Tables>, event: NewEvent): Promise<void> {
  await query
    .insertInto('audit_events')
    .values({ id: randomUUID(), detail: null, ...event })
    .execute();
}

type AuditQuery = {
  limit: number;
  /** The end of the previous page. */
  after?: Cursor | undefined;
};

/** The title at the time of an entry of the post that its subject names; null for none. */
export type TitleOfPost = (
  event: ExpressionBuilder<Tables, 'audit_events'>,
) => Expression<string | null>;

export async function readAuditTrail(
  { db: { query }, titleOfPost }: Site,
  { limit, after }: AuditQuery,
): Promise<{
  events: AuditEvent[];
  next: Cursor | null;
}> {
  const rows = await query
    .selectFrom('audit_events')
    .selectAll()
    .select((event) =>
      event
        .case()
        .when('audit_events.action', 'in', POST_ACTIONS)
        .then(titleOfPost(event))
        .end()
        .as('title'),
    )
    .$if(after !== undefined, (events) => events.where(isBefore(['at', 'id'], after as Cursor)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, next } = toPage(rows as AuditEvent[], limit, ({ at, id }) => ({ date: at, id }));
  return { events: page, next };
}
