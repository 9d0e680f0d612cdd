import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import { type AuditAction, POST_ACTIONS } from './audit-actions.ts';
import { type Cursor, isBefore, toPage } from './cursor.ts';

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
  /** The title of the post at that time; null when the post is deleted or the subject is no slug. */
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

/** The audit log, the latest entry first. */
export function createAudit({ query }: Database) {
  async function auditTrail({ limit, after }: AuditQuery): Promise<{
    events: AuditEvent[];
    next: Cursor | null;
  }> {
    const rows = await query
      .selectFrom('audit_events')
      .selectAll()
      .select((event) =>
        event
          .selectFrom('post_revisions')
          .select('post_revisions.title')
          .where('audit_events.action', 'in', POST_ACTIONS)
          .where((eb) =>
            eb(
              'post_revisions.post_id',
              '=',
              eb.fn.coalesce(
                eb
                  .selectFrom('posts')
                  .select('posts.id')
                  .whereRef('posts.slug', '=', 'audit_events.subject'),
                eb
                  .selectFrom('post_addresses')
                  .select('post_addresses.post_id')
                  .whereRef('post_addresses.slug', '=', 'audit_events.subject'),
              ),
            ),
          )
          // Another post may have had this slug at another time.
          .whereRef('post_revisions.slug', '=', 'audit_events.subject')
          .whereRef('post_revisions.saved_at', '<=', 'audit_events.at')
          .orderBy('post_revisions.version', 'desc')
          .limit(1)
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

  return { auditTrail };
}
