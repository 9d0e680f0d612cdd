import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Sequence, discarded flag and title of autosaves. */
export function autosaveOrder(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      const table = db.schema.alterTable('autosaves');
      await table.addColumn('sequence', 'integer', (c) => c.notNull().defaultTo(1)).execute();
      await table.addColumn('discarded', 'integer', (c) => c.notNull().defaultTo(0)).execute();
      await table.addColumn('title', text, (c) => c.notNull().defaultTo('')).execute();
      const { rows } = await sql<{ owner: string; document: string; values: string }>`
        select owner, document, "values" from autosaves`.execute(db);
      for (const { owner, document, values } of rows) {
        const { title } = JSON.parse(values) as { title?: unknown };
        if (typeof title !== 'string') continue;
        await sql`update autosaves set title = ${title.slice(0, 300).replaceAll('\0', '')}
          where owner = ${owner} and document = ${document}`.execute(db);
      }
    },
  };
}
