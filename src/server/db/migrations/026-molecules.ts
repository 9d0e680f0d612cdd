import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * The molecules that posts show, the version of the renderer that made the HTML of each post, and leases, by which one
 * of several processes does a job.
 */
export function molecules(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';
  const bytes = engine === 'postgres' ? 'bytea' : 'blob';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('molecules')
        .addColumn('inchikey', text, (c) => c.primaryKey())
        .addColumn('connectivity', text, (c) => c.notNull())
        .addColumn('smiles', text, (c) => c.notNull())
        .addColumn('inchi', text, (c) => c.notNull())
        .addColumn('formula', text, (c) => c.notNull())
        .addColumn('descriptors', text, (c) => c.notNull())
        .addColumn('molblock', text, (c) => c.notNull())
        .addColumn('pattern_fp', bytes, (c) => c.notNull())
        .addColumn('morgan_fp', bytes, (c) => c.notNull())
        .addColumn('morgan_bits', 'integer', (c) => c.notNull())
        .addColumn('rdkit_version', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('molecules_by_connectivity')
        .on('molecules')
        .column('connectivity')
        .execute();

      await db.schema
        .createTable('post_molecules')
        .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('inchikey', text, (c) => c.notNull().references('molecules.inchikey'))
        .addColumn('label', text)
        .addColumn('name', text)
        .addPrimaryKeyConstraint('post_molecules_key', ['post_id', 'position'])
        .execute();
      await db.schema
        .createIndex('post_molecules_by_molecule')
        .on('post_molecules')
        .column('inchikey')
        .execute();

      for (const table of ['posts', 'unpublished_changes']) {
        await db.schema.alterTable(table).addColumn('render_version', text).execute();
        await db.schema
          .createIndex(`${table}_by_render_version`)
          .on(table)
          .column('render_version')
          .execute();
      }

      await db.schema
        .createTable('leases')
        .addColumn('name', text, (c) => c.primaryKey())
        .addColumn('holder', text, (c) => c.notNull())
        .addColumn('expires_at', text, (c) => c.notNull())
        .execute();

      // Readers see no change where only the version differs: pages would be rendered again for nothing.
      const drop = engine === 'postgres' ? sql` on posts` : sql``;
      await sql`drop trigger posts_tell_update${drop}`.execute(db);
      await sql.raw(engine === 'postgres' ? POSTGRES_TRIGGER : SQLITE_TRIGGER).execute(db);
    },
  };
}

const isSeen = (isDistinct: string) => `
  (old.status = 'published' or new.status = 'published')
  and not (
    old.render_version ${isDistinct} new.render_version
    and old.version = new.version and old.content_html = new.content_html
  )`;

const SQLITE_TRIGGER = `create trigger posts_tell_update after update on posts
  when ${isSeen('is not')} begin
    update post_changes set changes = changes + 1;
  end`;

const POSTGRES_TRIGGER = `create trigger posts_tell_update after update on posts
  for each row when (${isSeen('is distinct from')}) execute function tell_post_change()`;
