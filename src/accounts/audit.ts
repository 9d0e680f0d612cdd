import { randomUUID } from 'node:crypto';
import type { Expression, ExpressionBuilder, Kysely } from 'kysely';
import { z } from 'zod';
import { type Paging, readPage } from '../server/cursor.ts';
import type { Tables } from '../server/db/tables.ts';
import { instant } from '../server/http/common-schemas.ts';
import type { Site } from '../site.ts';
import { AUDIT_ACTIONS, POST_ACTIONS } from './audit-actions.ts';

export const auditEventSchema = z
  .object({
    id: z.uuid(),
    at: instant,
    actor: z.string().nullable().meta({ description: 'An email address; null: the program' }),
    action: z.enum(AUDIT_ACTIONS),
    subject: z.string().meta({ description: 'A slug, an email address, a browser, a name' }),
    detail: z.string().nullable().meta({ description: 'What the action says beside its subject' }),
    /** What the post at that slug was called then, if there is one. */
    title: z.string().nullable(),
  })
  .meta({ id: 'AuditEvent' });

export type AuditEvent = z.output<typeof auditEventSchema>;

type NewEvent = Pick<AuditEvent, 'at' | 'actor' | 'action'> &
  Partial<Pick<AuditEvent, 'subject' | 'detail'>>;

export async function recordEvent(query: Kysely<Tables>, event: NewEvent): Promise<void> {
  await query
    .insertInto('audit_events')
    .values({ id: randomUUID(), subject: '', detail: null, ...event })
    .execute();
}

export type TitleOfPost = (
  event: ExpressionBuilder<Tables, 'audit_events'>,
) => Expression<string | null>;

export async function readAuditTrail({ db: { query }, titleOfPost }: Site, paging: Paging) {
  const events = query
    .selectFrom('audit_events')
    .selectAll()
    .select((event) =>
      event
        .case()
        .when('audit_events.action', 'in', POST_ACTIONS)
        .then(titleOfPost(event))
        .end()
        .as('title'),
    );
  const { page, next } = await readPage(events, ['at', 'id'], 'at', paging);
  return { events: page as AuditEvent[], next };
}
