import { sql } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import type { Site } from '../../site.ts';

/** Everything that is stored about a person, as rows of the tables. */
export type PersonalData = {
  email: string;
  inquiries: object[];
  subscriptions: object[];
  /** Mails to the person, and notices of their inquiries. */
  mails: object[];
  administrator: object[];
  /** Invitations to the person, and by the person. */
  invitations: object[];
  sessions: object[];
  passkeys: object[];
  audit: object[];
  versions: object[];
  deletedPosts: object[];
  previewLinks: object[];
  drafts: object[];
  newsletterIssues: object[];
  scheduledIssues: object[];
};

export async function personalData(
  { db: { query }, now, signing }: Site,
  anyCase: string,
): Promise<PersonalData> {
  const email = anyCase.toLowerCase();
  const hash = await signing.sign('subscriber', email);
  const data = {
    email,
    inquiries: await query
      .selectFrom('inquiries')
      .selectAll()
      .where(isOf('inquiries.email', email))
      .orderBy('received_at')
      .orderBy('id')
      .execute(),
    subscriptions: await query
      .selectFrom('subscribers')
      .selectAll()
      .where('email_hash', '=', hash)
      .execute(),
    mails: await query
      .selectFrom('outbox')
      .select(['kind', 'recipient', 'state', 'attempts', 'created_at', 'settled_at', 'answer'])
      .where(concerns(email))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    administrator: await query
      .selectFrom('administrators')
      .select(['email', 'role', 'created_at', 'last_seen_at'])
      .where('email', '=', email)
      .execute(),
    invitations: await query
      .selectFrom('invitations')
      .select(['email', 'role', 'invited_by', 'created_at', 'accepted_at', 'revoked_at'])
      .where((eb) => eb.or([eb('email', '=', email), eb('invited_by', '=', email)]))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    sessions: await query
      .selectFrom('sessions')
      .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
      .select(['sessions.created_at', 'sessions.expires_at', 'sessions.user_agent'])
      .select('sessions.last_used_at')
      .where('administrators.email', '=', email)
      .orderBy('sessions.created_at')
      .orderBy('sessions.token_hash')
      .execute(),
    passkeys: await query
      .selectFrom('passkeys')
      .innerJoin('administrators', 'administrators.id', 'passkeys.administrator_id')
      .select(['passkeys.name', 'passkeys.created_at', 'passkeys.last_used_at'])
      .where('administrators.email', '=', email)
      .orderBy('passkeys.created_at')
      .orderBy('passkeys.id')
      .execute(),
    audit: await query
      .selectFrom('audit_events')
      .select(['at', 'actor', 'action', 'subject', 'detail'])
      .where((eb) => eb.or([eb('actor', '=', email), eb('subject', '=', email)]))
      .orderBy('at')
      .orderBy('id')
      .execute(),
    versions: await query
      .selectFrom('post_versions')
      .select(['post_id', 'slug', 'version', 'saved_at', 'publish_at'])
      .where('saved_by', '=', email)
      .orderBy('saved_at')
      .orderBy('post_id')
      .orderBy('version')
      .execute(),
    deletedPosts: await query
      .selectFrom('posts')
      .select(['slug', 'deleted_at'])
      .where('deleted_by', '=', email)
      .orderBy('deleted_at')
      .orderBy('slug')
      .execute(),
    previewLinks: await query
      .selectFrom('preview_links')
      .select(['post_id', 'created_at', 'expires_at'])
      .where('created_by', '=', email)
      .orderBy('created_at')
      .orderBy('post_id')
      .execute(),
    drafts: await query
      .selectFrom('drafts')
      .select(['post_id', 'saved_at', 'values'])
      .where('owner', '=', email)
      .orderBy('post_id')
      .orderBy('tab')
      .execute(),
    newsletterIssues: await query
      .selectFrom('newsletter_issues')
      .select(['slug', 'sent_at'])
      .where('sent_by', '=', email)
      .orderBy('sent_at')
      .orderBy('slug')
      .execute(),
    scheduledIssues: await query
      .selectFrom('scheduled_issues')
      .select(['slug', 'scheduled_at', 'send_at', 'introduction'])
      .where('scheduled_by', '=', email)
      .orderBy('send_at')
      .orderBy('slug')
      .execute(),
  };
  await recordEvent(query, { at: now(), actor: null, action: 'person-exported', subject: '' });
  return data;
}

/** Conditions that find the records of a person by the email, in lower case. */
export function isOf(column: string, email: string) {
  return sql<boolean>`lower(${sql.ref(column)}) = ${email}`;
}

/** Mails to a person, and those about their inquiries. */
export function concerns(email: string) {
  return sql<boolean>`(lower(outbox.recipient) = ${email} or outbox.data in (
    select '{"inquiry":"' || inquiries.id || '"}' from inquiries where lower(inquiries.email) = ${email}
  ))`;
}
