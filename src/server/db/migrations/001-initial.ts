import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Posts with their tags, former slugs and counts; administrators, sessions, inquiries. */
export function initial(engine: Engine): Migration {
  // PostgreSQL sorts text by language; instants, ids and slugs must sort by bytes, as in SQLite.
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      // Bodies come last: SQLite reads a row from its start up to the last requested column.
      await db.schema
        .createTable('posts')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('slug', text, (c) => c.notNull().unique())
        .addColumn('title', text, (c) => c.notNull())
        .addColumn('description', text, (c) => c.notNull())
        .addColumn('author', text, (c) => c.notNull())
        .addColumn('cover_image', text, (c) => c.notNull())
        .addColumn('cover_image_caption', text, (c) => c.notNull())
        .addColumn('status', text, (c) => c.notNull().check(sql`status in ('published', 'draft')`))
        .addColumn('publish_date', text)
        .addColumn('date', text, (c) => c.notNull())
        .addColumn('reading_time', 'integer', (c) => c.notNull())
        .addColumn('references', text, (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('updated_at', text, (c) => c.notNull())
        .addColumn('content', text, (c) => c.notNull())
        .addColumn('content_html', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('posts_by_status_and_date')
        .on('posts')
        .columns(['status', 'date', 'id'])
        .execute();
      await db.schema.createIndex('posts_by_date').on('posts').columns(['date', 'id']).execute();

      await db.schema
        .createTable('post_tags')
        .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('tag', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('post_tags_key', ['post_id', 'position'])
        .execute();
      await db.schema
        .createIndex('post_tags_by_tag')
        .on('post_tags')
        .columns(['tag', 'post_id'])
        .execute();

      await db.schema
        .createTable('post_addresses')
        .addColumn('slug', text, (c) => c.primaryKey())
        .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
        .execute();
      await db.schema
        .createIndex('post_addresses_by_post')
        .on('post_addresses')
        .column('post_id')
        .execute();

      await db.schema
        .createTable('post_counts')
        .addColumn('status', text, (c) => c.primaryKey())
        .addColumn('posts', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await sql`insert into post_counts (status) values ('published'), ('draft')`.execute(db);
      for (const trigger of engine === 'postgres' ? POSTGRES_COUNTING : SQLITE_COUNTING) {
        await sql.raw(trigger).execute(db);
      }

      await db.schema
        .createTable('administrators')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('email', text, (c) => c.notNull().unique())
        .addColumn('password_hash', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('sessions')
        .addColumn('token_hash', text, (c) => c.primaryKey())
        .addColumn('administrator_id', text, (c) =>
          c.notNull().references('administrators.id').onDelete('cascade'),
        )
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('expires_at', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('sessions_by_administrator')
        .on('sessions')
        .column('administrator_id')
        .execute();

      await db.schema
        .createTable('inquiries')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('email', text, (c) => c.notNull())
        .addColumn('company', text, (c) => c.notNull())
        .addColumn('job_title', text, (c) => c.notNull())
        .addColumn('message', text, (c) => c.notNull())
        .addColumn('request_type', text, (c) => c.notNull())
        .addColumn('received_at', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('inquiries_by_arrival')
        .on('inquiries')
        .columns(['received_at', 'id'])
        .execute();
    },
  };
}

const SQLITE_COUNTING = [
  `create trigger posts_count_insert after insert on posts begin
     update post_counts set posts = posts + 1 where status = new.status;
   end`,
  `create trigger posts_count_delete after delete on posts begin
     update post_counts set posts = posts - 1 where status = old.status;
   end`,
  `create trigger posts_count_status after update of status on posts
   when old.status <> new.status begin
     update post_counts set posts = posts - 1 where status = old.status;
     update post_counts set posts = posts + 1 where status = new.status;
   end`,
];

const POSTGRES_COUNTING = [
  // Rows are locked in one order: two opposite changes of status must not deadlock.
  `create function count_posts() returns trigger language plpgsql as $$
   begin
     perform 1 from post_counts order by status for update;
     if tg_op <> 'INSERT' then
       update post_counts set posts = posts - 1 where status = old.status;
     end if;
     if tg_op <> 'DELETE' then
       update post_counts set posts = posts + 1 where status = new.status;
     end if;
     return null;
   end $$`,
  `create trigger posts_count_insert_delete after insert or delete on posts
   for each row execute function count_posts()`,
  `create trigger posts_count_status after update of status on posts
   for each row when (old.status <> new.status) execute function count_posts()`,
];
