import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Subscribers, newsletter issues, and the key that signs links. */
export function newsletter(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('secrets')
        .addColumn('name', text, (c) => c.primaryKey())
        .addColumn('value', text, (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('subscribers')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('email', text)
        .addColumn('email_hash', text, (c) => c.notNull().unique())
        .addColumn('state', text, (c) =>
          c.notNull().check(sql`state in ('pending', 'confirmed', 'unsubscribed', 'bounced')`),
        )
        .addColumn('signed_up_at', text, (c) => c.notNull())
        .addColumn('asked_at', text, (c) => c.notNull())
        .addColumn('confirmed_at', text)
        .addColumn('ended_at', text)
        .addColumn('answer', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('subscribers_by_time')
        .on('subscribers')
        .columns(['signed_up_at', 'id'])
        .execute();
      await db.schema
        .createIndex('subscribers_by_state')
        .on('subscribers')
        .columns(['state', 'signed_up_at', 'id'])
        .execute();

      await db.schema
        .createTable('newsletter_issues')
        .addColumn('id', text, (c) => c.primaryKey())
        // Not a reference: an issue outlives its post.
        .addColumn('post_id', text, (c) => c.notNull())
        .addColumn('slug', text, (c) => c.notNull())
        .addColumn('sent_by', text, (c) => c.notNull())
        .addColumn('sent_at', text, (c) => c.notNull())
        .addColumn('stopped_at', text)
        .addColumn('recipients', 'integer', (c) => c.notNull())
        .addColumn('tally', text)
        .addColumn('title', text, (c) => c.notNull())
        .addColumn('description', text, (c) => c.notNull())
        .addColumn('author', text, (c) => c.notNull())
        .addColumn('date', text, (c) => c.notNull())
        .addColumn('content_html', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('newsletter_issues_by_post')
        .on('newsletter_issues')
        .column('post_id')
        .execute();
      await db.schema
        .createIndex('newsletter_issues_by_time')
        .on('newsletter_issues')
        .columns(['sent_at', 'id'])
        .execute();

      await db.schema.alterTable('outbox').addColumn('batch', text).execute();
      await db.schema
        .createIndex('outbox_by_batch')
        .on('outbox')
        .columns(['batch', 'state', 'id'])
        .execute();
      // Finds single mails without reading a batch.
      await db.schema
        .createIndex('outbox_own_by_turn')
        .on('outbox')
        .columns(['state', 'due_at', 'id'])
        .where(sql.ref('batch'), 'is', null)
        .execute();
    },
  };
}
