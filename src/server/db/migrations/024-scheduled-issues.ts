import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Newsletter issues have a subject, an introduction and references of their own, and can wait for a time. */
export function scheduledIssues(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      for (const name of ['subject', 'introduction', 'introduction_html']) {
        await db.schema
          .alterTable('newsletter_issues')
          .addColumn(name, text, (c) => c.notNull().defaultTo(''))
          .execute();
      }
      await db.schema
        .alterTable('newsletter_issues')
        .addColumn('references', text, (c) => c.notNull().defaultTo('[]'))
        .execute();
      await sql`update newsletter_issues set subject = title`.execute(db);

      await db.schema
        .createTable('scheduled_issues')
        .addColumn('id', text, (c) => c.primaryKey())
        // Not a reference: that the post was deleted is told when the issue is due.
        .addColumn('post_id', text, (c) => c.notNull().unique())
        .addColumn('slug', text, (c) => c.notNull())
        .addColumn('title', text, (c) => c.notNull())
        .addColumn('subject', text)
        .addColumn('introduction', text, (c) => c.notNull())
        .addColumn('introduction_html', text, (c) => c.notNull())
        .addColumn('follows', text)
        .addColumn('send_at', text, (c) => c.notNull())
        .addColumn('etag', text, (c) => c.notNull())
        .addColumn('scheduled_at', text, (c) => c.notNull())
        .addColumn('scheduled_by', text, (c) => c.notNull())
        .addColumn('problem', text)
        .execute();
      await db.schema
        .createIndex('scheduled_issues_by_time')
        .on('scheduled_issues')
        .column('send_at')
        .execute();
    },
  };
}
