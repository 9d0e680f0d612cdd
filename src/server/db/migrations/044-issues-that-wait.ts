import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** An issue that waits for its time is a row beside those that went out, with the reason if it could not. */
export function issuesThatWait(engine: Engine): Migration {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text';
  const statements = `
    alter table newsletter_issues add column state ${text} not null default 'sent' check (state in ('scheduled', 'sent'));
    alter table newsletter_issues add column problem ${text};
    insert into newsletter_issues (id, post_id, slug, sent_by, sent_at, recipients, title, description, author, date,
      content_html, subject, introduction, introduction_html, state, problem)
      select id, post_id, slug, scheduled_by, send_at, 0, title, '', '', '', '', coalesce(subject, ''), introduction,
        introduction_html, 'scheduled', problem from scheduled_issues;
    create unique index newsletter_issues_scheduled on newsletter_issues (post_id) where state = 'scheduled';
    drop table scheduled_issues`.split(';');
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
