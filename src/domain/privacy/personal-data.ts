import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import type { Limits } from '../abuse/limits.ts';
import { recordEvent } from '../audit.ts';
import { EMAIL_LIMITS, mailboxOf } from '../inquiries/receiving.ts';
import type { MailFiles } from '../mail/mail-files.ts';
import type { Signing } from '../signing.ts';

/** Replaces the email of an erased administrator in records. */
export const ERASED_NAME = 'former administrator';

type PersonalDataDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  signing: Signing;
  limits: Limits;
  mailFiles: MailFiles;
};

/** Everything that is stored about a person, as rows of the tables. */
export type PersonalData = {
  email: string;
  inquiries: object[];
  subscriptions: object[];
  /** Mails to the person, and notices of their inquiries. */
  mails: object[];
  administrator: object[];
  sessions: object[];
  passkeys: object[];
  audit: object[];
  revisions: object[];
  previewLinks: object[];
  autosaves: object[];
  newsletterIssues: object[];
};

/** Counts of erased rows; `namesInRecords` counts records that stay without the name. */
export type ErasedCounts = Record<
  'inquiries' | 'subscriptions' | 'mails' | 'autosaves' | 'previewLinks' | 'namesInRecords',
  number
>;

/** Access to and erasure of the personal data of one person, found by the email. */
export function createPersonalData({
  db: { query },
  now,
  signing,
  limits,
  mailFiles,
}: PersonalDataDeps) {
  async function personalData(anyCase: string): Promise<PersonalData> {
    const email = anyCase.toLowerCase();
    const hash = await signing.sign('subscriber', email);
    const data = {
      email,
      inquiries: await query
        .selectFrom('inquiries')
        .selectAll()
        .where(isOf('inquiries.email', email))
        .orderBy('received_at')
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
        .execute(),
      administrator: await query
        .selectFrom('administrators')
        .select(['email', 'created_at'])
        .where('email', '=', email)
        .execute(),
      sessions: await query
        .selectFrom('sessions')
        .innerJoin('administrators', 'administrators.id', 'sessions.administrator_id')
        .select(['sessions.created_at', 'sessions.expires_at', 'sessions.user_agent'])
        .select('sessions.last_used_at')
        .where('administrators.email', '=', email)
        .execute(),
      passkeys: await query
        .selectFrom('passkeys')
        .innerJoin('administrators', 'administrators.id', 'passkeys.administrator_id')
        .select(['passkeys.name', 'passkeys.created_at', 'passkeys.last_used_at'])
        .where('administrators.email', '=', email)
        .execute(),
      audit: await query
        .selectFrom('audit_events')
        .select(['at', 'actor', 'action', 'subject'])
        .where((eb) => eb.or([eb('actor', '=', email), eb('subject', '=', email)]))
        .orderBy('at')
        .execute(),
      revisions: await query
        .selectFrom('post_revisions')
        .select(['slug', 'version', 'saved_at'])
        .where('saved_by', '=', email)
        .orderBy('saved_at')
        .execute(),
      previewLinks: await query
        .selectFrom('preview_links')
        .select(['post_id', 'created_at', 'expires_at', 'last_opened_at'])
        .where('created_by', '=', email)
        .execute(),
      autosaves: await query
        .selectFrom('autosaves')
        .select(['document', 'saved_at', 'values'])
        .where('owner', '=', email)
        .execute(),
      newsletterIssues: await query
        .selectFrom('newsletter_issues')
        .select(['slug', 'sent_at'])
        .where('sent_by', '=', email)
        .execute(),
    };
    await recordEvent(query, { at: now(), actor: null, action: 'person-exported', subject: '' });
    return data;
  }

  /**
   * Erases a person everywhere; the audit entry does not say whom. Records of an administrator stay, by
   * {@link ERASED_NAME}. Fails as a conflict while the administrator can still sign in.
   */
  async function erasePerson(anyCase: string): Promise<Result<ErasedCounts>> {
    const email = anyCase.toLowerCase();
    const hash = await signing.sign('subscriber', email);
    const erased = await query.transaction().execute(async (trx) => {
      if (await isAdministrator(trx, email)) return null;
      // Before the inquiries, by which their notices are found.
      const mails = await trx
        .deleteFrom('outbox')
        .where(concerns(email))
        .returning('answer')
        .execute();
      const inquiries = await trx
        .deleteFrom('inquiries')
        .where(isOf('inquiries.email', email))
        .executeTakeFirst();
      const subscriptions = await trx
        .deleteFrom('subscribers')
        .where('email_hash', '=', hash)
        .executeTakeFirst();
      const autosaves = await trx
        .deleteFrom('autosaves')
        .where('owner', '=', email)
        .executeTakeFirst();
      const previewLinks = await trx
        .deleteFrom('preview_links')
        .where('created_by', '=', email)
        .executeTakeFirst();
      const namesInRecords = await anonymize(trx, email);
      await recordEvent(trx, { at: now(), actor: null, action: 'person-erased', subject: '' });
      return {
        files: mails.map(({ answer }) => answer),
        counts: {
          inquiries: Number(inquiries.numDeletedRows),
          subscriptions: Number(subscriptions.numDeletedRows),
          mails: mails.length,
          autosaves: Number(autosaves.numDeletedRows),
          previewLinks: Number(previewLinks.numDeletedRows),
          namesInRecords,
        },
      };
    });
    if (erased === null) {
      const detail = `${email} can still sign in: remove the administrator first.`;
      return fail({ kind: 'conflict', detail });
    }
    // When mails are written to files, the answer is the file's name.
    await mailFiles.remove(erased.files);
    for (const limit of EMAIL_LIMITS) await limits.reset(limit, mailboxOf(email));
    return succeed(erased.counts);
  }

  return { personalData, erasePerson };
}

function isOf(column: string, email: string) {
  return sql<boolean>`lower(${sql.ref(column)}) = ${email}`;
}

/** Mails to a person, and those about their inquiries. */
function concerns(email: string) {
  return sql<boolean>`(lower(outbox.recipient) = ${email} or outbox.data in (
    select '{"inquiry":"' || inquiries.id || '"}' from inquiries where lower(inquiries.email) = ${email}
  ))`;
}

async function isAdministrator(trx: Kysely<Tables>, email: string): Promise<boolean> {
  const row = await trx
    .selectFrom('administrators')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the email of an administrator in audit entries, revisions and newsletter issues. */
async function anonymize(trx: Kysely<Tables>, email: string): Promise<number> {
  const changes = [
    trx.updateTable('audit_events').set({ actor: ERASED_NAME }).where('actor', '=', email),
    trx.updateTable('audit_events').set({ subject: ERASED_NAME }).where('subject', '=', email),
    trx.updateTable('post_revisions').set({ saved_by: ERASED_NAME }).where('saved_by', '=', email),
    trx.updateTable('newsletter_issues').set({ sent_by: ERASED_NAME }).where('sent_by', '=', email),
  ];
  let changed = 0;
  for (const change of changes) changed += Number((await change.executeTakeFirst()).numUpdatedRows);
  return changed;
}
