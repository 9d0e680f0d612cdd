import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** A row for each structure that a post draws says what it is: the table of molecules goes. */
export function moleculesOfPosts(engine: Engine): Migration {
  const text = sql.raw(engine === 'postgres' ? 'text collate "C"' : 'text');
  return {
    async up(db: Kysely<unknown>) {
      await sql`create table shown_molecules (
        post_id ${text} not null references posts (id) on delete cascade, position integer not null,
        inchikey ${text} not null, inchi ${text} not null, smiles ${text} not null, formula ${text} not null,
        label ${text}, name ${text}, constraint shown_molecules_key primary key (post_id, position))`.execute(
        db,
      );
      await sql`insert into shown_molecules
        select post_id, position, inchikey, inchi, smiles, formula, label, name
          from post_molecules join molecules using (inchikey)`.execute(db);
      for (const table of ['post_molecules', 'molecules']) {
        await sql`drop table ${sql.table(table)}`.execute(db);
      }
      await sql`alter table shown_molecules rename to post_molecules`.execute(db);
    },
  };
}
