import { sql } from 'kysely';
import { mailboxOf } from '../../mail/mail.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { Site } from '../../site.ts';

/** What erasure does with a row that names the person: an account and what belongs to it end by its removal. */
type Erasure = 'delete' | 'rename' | 'keep';

export type PersonTable = {
  exported: readonly string[];
  identifying: Readonly<Record<string, Erasure>>;
};

/** Every table that knows persons. Mails stand first: notices are found by their inquiries. */
export const PERSON_TABLES = {
  outbox: {
    exported: ['kind', 'recipient', 'state', 'attempts', 'created_at', 'settled_at', 'answer'],
    identifying: { recipient: 'delete', data: 'delete' },
  },
  inquiries: {
    exported: [
      ...['id', 'kind', 'name', 'email', 'company', 'job_title', 'message', 'request_type'],
      ...['received_at', 'suspected', 'read_at', 'handled_at', 'note', 'note_version'],
    ],
    identifying: { email: 'delete' },
  },
  subscribers: {
    exported: [
      ...['id', 'email', 'email_hash', 'state', 'signed_up_at', 'asked_at', 'confirmed_at'],
      ...['ended_at', 'answer'],
    ],
    identifying: { email: 'delete', email_hash: 'delete' },
  },
  administrators: {
    exported: ['email', 'role', 'invited_by', 'created_at', 'last_seen_at'],
    identifying: { email: 'keep', invited_by: 'rename' },
  },
  sessions: {
    exported: ['created_at', 'expires_at', 'user_agent', 'last_used_at'],
    identifying: { administrator_id: 'keep' },
  },
  passkeys: {
    exported: ['name', 'created_at', 'last_used_at'],
    identifying: { administrator_id: 'keep' },
  },
  audit_events: {
    exported: ['at', 'actor', 'action', 'subject', 'detail'],
    identifying: { actor: 'rename', subject: 'rename' },
  },
  post_versions: {
    exported: ['post_id', 'slug', 'version', 'saved_at', 'publish_at'],
    identifying: { saved_by: 'rename' },
  },
  posts: { exported: ['slug', 'deleted_at'], identifying: { deleted_by: 'rename' } },
  preview_links: {
    exported: ['post_id', 'created_at', 'expires_at'],
    identifying: { created_by: 'delete' },
  },
  drafts: { exported: ['post_id', 'saved_at', 'values'], identifying: { owner: 'delete' } },
  newsletter_issues: {
    exported: ['slug', 'state', 'sent_at', 'introduction'],
    identifying: { sent_by: 'rename' },
  },
} as const satisfies Partial<Record<keyof Tables, PersonTable>>;

export async function conditionOfPerson({ signing }: Site, email: string) {
  const hash = await signing.sign('subscriber', email.toLowerCase());
  const mailbox = mailboxOf(email);
  // Mail to `name+tag@` reaches the same person.
  const tagged = mailbox.replace(/[\\%_]/g, '\\$&').replace('@', '+%@');
  const hasEmail = (column: string) => {
    const value = sql`lower(${sql.ref(column)})`;
    return sql<boolean>`(${value} = ${mailbox} or ${value} like ${tagged} escape '\\')`;
  };
  return (column: string) => {
    switch (column) {
      case 'email_hash':
        return sql<boolean>`email_hash = ${hash}`;
      case 'administrator_id':
        return sql<boolean>`administrator_id in (select id from administrators where ${hasEmail('email')})`;
      case 'data':
        return sql<boolean>`data in (select '{"inquiry":"' || id || '"}' from inquiries where ${hasEmail('email')})`;
      default:
        return hasEmail(column);
    }
  };
}
