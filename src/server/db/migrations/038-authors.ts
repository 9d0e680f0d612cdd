import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Authors as records. Every change of one counts as one of any number of posts. */
export function authors(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  return {
    async up(db: Kysely<unknown>) {
      await sql`create table authors (
        id ${text} primary key,
        slug ${text} not null unique,
        fields ${text} not null,
        version integer not null,
        updated_at ${text} not null)`.execute(db);
      await sql`create table author_names (
        name_key ${text} primary key,
        author_id ${text} not null references authors (id) on delete cascade)`.execute(db);
      await sql`insert into authors (id, slug, fields, version, updated_at)
        values ('ligara-ai', 'ligara-ai', ${JSON.stringify(LIGARA_AI)}, 1, '2026-11-26T00:00:00.000Z')`.execute(
        db,
      );
      await sql`insert into author_names (name_key, author_id) values ('ligara ai', 'ligara-ai')`.execute(
        db,
      );
      for (const trigger of engine === 'postgres' ? POSTGRES : SQLITE) {
        await sql.raw(trigger).execute(db);
      }
    },
  };
}

/** The author of posts that name none. */
const LIGARA_AI = {
  kind: 'group',
  name: 'Ligara AI',
  otherNames: [],
  orcid: '',
  affiliation: '',
  ror: '',
  biography:
    'Posts by Ligara AI are signed by the company as a whole and not by one person. A post that states how AI was used says so below its references.',
  picture: '',
};

const SQLITE = ['insert', 'update', 'delete'].map(
  (event) => `create trigger authors_tell_${event} after ${event} on authors begin
    update post_changes set changes = changes + 1;
  end`,
);

/** As in migration 036: the counter is locked last. Without an id: any post may have changed. */
const POSTGRES = [
  `create constraint trigger authors_tell after insert or update or delete on authors
   deferrable initially deferred for each row execute function tell_glossary_change()`,
];
