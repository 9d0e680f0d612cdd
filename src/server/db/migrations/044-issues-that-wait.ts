import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** An issue that waits for its time is a row beside those that went out, with the reason if it could not. */
export function issuesThatWait(engine: Engine): Migration {
  const text = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text');
  return {
    async up(db: Kysely<unknown>) {
      await sql`alter table newsletter_issues add column state ${text} not null default 'sent'
        check (state in ('scheduled', 'sent'))`.execute(db);
      await sql`alter table newsletter_issues add column problem ${text}`.execute(db);
      await sql`insert into newsletter_issues (id, post_id, slug, sent_by, sent_at, recipients, title, description,
        author, date, content_html, subject, introduction, introduction_html, state, problem)
        select id, post_id, slug, scheduled_by, send_at, 0, title, '', '', '', '', coalesce(subject, ''),
          introduction, introduction_html, 'scheduled', problem from scheduled_issues`.execute(db);
      await sql`create unique index newsletter_issues_scheduled on newsletter_issues (post_id)
        where state = 'scheduled'`.execute(db);
      await sql`drop table scheduled_issues`.execute(db);
    },
  };
}
