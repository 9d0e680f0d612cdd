import { sql } from 'kysely';
import { mailboxOf } from '../../mail/mail.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { Site } from '../../site.ts';

/** What erasure does with a row that names the person: an account and what belongs to it end by its removal. */
type Erasure = 'delete' | 'rename' | 'keep';

export type PersonTable = {
  /** The columns of an export. */
  shown: readonly string[];
  /** The columns by which the rows of a person are found. */
  named: Readonly<Record<string, Erasure>>;
};

/** Every table that knows persons. Mails stand first: notices are found by their inquiries. */
export const PERSON_TABLES = {
  outbox: {
    shown: ['kind', 'recipient', 'state', 'attempts', 'created_at', 'settled_at', 'answer'],
    named: { recipient: 'delete', data: 'delete' },
  },
  inquiries: {
    shown: [
      ...['id', 'kind', 'name', 'email', 'company', 'job_title', 'message', 'request_type'],
      ...['received_at', 'suspected', 'read_at', 'handled_at', 'note', 'note_version'],
    ],
    named: { email: 'delete' },
  },
  subscribers: {
    shown: [
      ...['id', 'email', 'email_hash', 'state', 'signed_up_at', 'asked_at', 'confirmed_at'],
      ...['ended_at', 'answer'],
    ],
    named: { email: 'delete', email_hash: 'delete' },
  },
  administrators: {
    shown: ['email', 'role', 'created_at', 'last_seen_at'],
    named: { email: 'keep' },
  },
  sessions: {
    shown: ['created_at', 'expires_at', 'user_agent', 'last_used_at'],
    named: { administrator_id: 'keep' },
  },
  passkeys: {
    shown: ['name', 'created_at', 'last_used_at'],
    named: { administrator_id: 'keep' },
  },
  invitations: {
    shown: ['email', 'role', 'invited_by', 'created_at', 'accepted_at', 'revoked_at'],
    named: { email: 'delete', invited_by: 'rename' },
  },
  audit_events: {
    shown: ['at', 'actor', 'action', 'subject', 'detail'],
    named: { actor: 'rename', subject: 'rename' },
  },
  post_versions: {
    shown: ['post_id', 'slug', 'version', 'saved_at', 'publish_at'],
    named: { saved_by: 'rename' },
  },
  posts: { shown: ['slug', 'deleted_at'], named: { deleted_by: 'rename' } },
  preview_links: {
    shown: ['post_id', 'created_at', 'expires_at'],
    named: { created_by: 'delete' },
  },
  drafts: { shown: ['post_id', 'saved_at', 'values'], named: { owner: 'delete' } },
  newsletter_issues: {
    shown: ['slug', 'state', 'sent_at', 'introduction'],
    named: { sent_by: 'rename' },
  },
} as const satisfies Partial<Record<keyof Tables, PersonTable>>;

/** A condition for each column of {@link PersonTable.named} that finds the rows of a person. */
export async function findingPerson({ signing }: Site, email: string) {
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
