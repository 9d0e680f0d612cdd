import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { NOT_FREED } from '../posts/rows.ts';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
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
          .selectFrom('post_versions')
          .select('post_versions.title')
          .where('audit_events.action', 'in', POST_ACTIONS)
          .where((eb) =>
            eb(
              'post_versions.post_id',
              '=',
              eb.fn.coalesce(
                eb
                  .selectFrom('posts')
                  .select('posts.id')
                  .whereRef('posts.slug', '=', 'audit_events.subject')
                  .where('posts.deleted_at', 'is', null),
                eb
                  .selectFrom('former_slugs')
                  .select('former_slugs.post_id')
                  .whereRef('former_slugs.slug', '=', 'audit_events.subject')
                  .where('is_freed', '=', NOT_FREED),
              ),
            ),
          )
          // Another post may have had this slug at another time.
          .whereRef('post_versions.slug', '=', 'audit_events.subject')
          .whereRef('post_versions.saved_at', '<=', 'audit_events.at')
          // The version of that moment, else a public one, else unpublished changes.
          .orderBy(({ eb, or }) =>
            eb
              .case()
              .when(
                or([
                  eb('post_versions.saved_at', '=', eb.ref('audit_events.at')),
                  eb('post_versions.published_at', '=', eb.ref('audit_events.at')),
                ]),
              )
              .then(eb.lit(0))
              .when('post_versions.published_at', 'is not', null)
              .then(eb.lit(1))
              .else(eb.lit(2))
              .end(),
          )
          .orderBy('post_versions.saved_at', 'desc')
          .orderBy('post_versions.version', 'desc')
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
