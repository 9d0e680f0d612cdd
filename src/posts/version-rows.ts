import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import type { PostInput } from './post-input.ts';
import { toAuthored } from './rows.ts';

export type VersionRow = Selectable<Tables['post_versions']>;

type VersionKey = { id: string; version: number };

export async function findVersion(
  query: Kysely<Tables>,
  { id, version }: VersionKey,
): Promise<VersionRow | null> {
  const row = await query
    .selectFrom('post_versions')
    .selectAll()
    .where('post_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? null;
}

/** The version to which a locked post points. */
export async function readVersion(query: Kysely<Tables>, key: VersionKey): Promise<VersionRow> {
  const row = await findVersion(query, key);
  if (row === null) throw new Error(`${key.id} has no version ${key.version}`);
  return row;
}

/** Posts, also those in the trash, with the version that lists and pages show. */
export function selectShownVersions(query: Kysely<Tables>) {
  return query
    .selectFrom('posts')
    .innerJoin('post_versions', (join) =>
      join
        .onRef('post_versions.post_id', '=', 'posts.id')
        .on('version', '=', ({ fn }) => fn.coalesce('public_version', 'latest_version')),
    );
}

/** Posts, also those in the trash, with their latest version. */
export function selectLatestVersions(query: Kysely<Tables>) {
  return query
    .selectFrom('posts')
    .innerJoin('post_versions', (join) =>
      join.onRef('post_versions.post_id', '=', 'posts.id').onRef('version', '=', 'latest_version'),
    );
}

/** Public posts with their unpublished changes; those without are left out. */
export function selectChanges(query: Kysely<Tables>) {
  return selectLatestVersions(query)
    .where('status', '=', 'published')
    .whereRef('latest_version', '<>', 'public_version');
}

/** What saving the version again saves, but for the status. */
export function toVersionInput(row: VersionRow): Omit<PostInput, 'status'> {
  const { status: _, ...input } = toAuthored(row);
  return input;
}
