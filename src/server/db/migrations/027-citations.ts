import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** How a post cites its references, and whether it is research. References gain a key and CSL-JSON in their JSON. */
export function citations(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      for (const table of ['posts', 'post_revisions', 'unpublished_changes', 'trashed_revisions']) {
        await db.schema
          .alterTable(table)
          .addColumn('citation_style', text, (c) => c.notNull().defaultTo('numbered'))
          .execute();
        await db.schema
          .alterTable(table)
          .addColumn('is_research', 'integer', (c) => c.notNull().defaultTo(0))
          .execute();
      }
      await db.schema
        .alterTable('newsletter_issues')
        .addColumn('citation_style', text, (c) => c.notNull().defaultTo('numbered'))
        .execute();
    },
  };
}
