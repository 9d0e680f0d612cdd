import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { etagOf, LIMITS } from './post.ts';
import { hasChanges, shownVersion } from './stored-post.ts';

/** Form values that were typed and not saved yet, stored apart from the posts. */
export type Autosave = {
  /** The id of the post, or the key of the form for a new one. */
  document: string;
  values: Record<string, unknown>;
  /** The post's version when editing started; null for a new post. */
  version: number | null;
  /** Grows with every autosave of the document. */
  sequence: number;
  /** ISO 8601 in UTC. */
  savedAt: string;
};

/** An autosave without its values, for lists. */
export type AutosaveSummary = Omit<Autosave, 'values'> & {
  title: string;
  /** Null for a new post and for a deleted one. */
  slug: string | null;
};

/** What others do with the post that an administrator edits. */
export type OthersActivity = {
  /** Who has typed something lately that is not saved yet, the latest first; emails of administrators. */
  writers: { email: string; savedAt: string }[];
  /** What is saved; null for a new post, and for one in the trash. */
  saved: {
    version: number;
    /** The etag of the unpublished changes; null for none. */
    changes: string | null;
    /** ISO 8601 in UTC. */
    savedAt: string;
    /** The email of an administrator; null for the program itself. */
    savedBy: string | null;
  } | null;
};

/** Whose last autosave is older has probably left. */
const EDITING_MS = 10 * 60_000;

type NewAutosave = Omit<Autosave, 'savedAt' | 'sequence'> & {
  /** Must exceed the stored sequence; without one, the autosave replaces the stored one. */
  sequence?: number | undefined;
};

type Row = {
  values: string;
  version: number | null;
  saved_at: string;
  title: string;
  discarded: 0 | 1;
};

/**
 * Fails with `conflict` when the stored sequence, returned as `current`, is not smaller: requests may
 * overtake one another.
 */
export async function saveAutosave(
  site: Site,
  owner: string,
  autosave: NewAutosave,
): Promise<Result<Autosave>> {
  const { document, values, version, sequence } = autosave;
  const savedAt = site.now();
  const written = await write(site, owner, document, sequence, {
    values: JSON.stringify(values),
    version,
    saved_at: savedAt,
    title: titleOf(values),
    discarded: 0,
  });
  if (written !== undefined) {
    return succeed({ document, values, version, sequence: written, savedAt });
  }
  const stored = await site.db.query
    .selectFrom('autosaves')
    .select('sequence')
    .where('owner', '=', owner)
    .where('document', '=', document)
    .executeTakeFirst();
  return fail({
    kind: 'conflict',
    detail: 'A newer version of this form has already been saved.',
    current: { sequence: stored?.sequence ?? 0 },
  });
}

/** @returns the sequence written; undefined when a newer one is stored */
async function write(
  { db: { query } }: Site,
  owner: string,
  document: string,
  sequence: number | undefined,
  row: Row,
) {
  const written = await query
    .insertInto('autosaves')
    .values({ owner, document, ...row, sequence: sequence ?? 1 })
    .onConflict((existing) => {
      const update = existing.columns(['owner', 'document']).doUpdateSet((eb) => ({
        ...row,
        sequence: sequence ?? eb('autosaves.sequence', '+', 1),
      }));
      return sequence === undefined ? update : update.where('autosaves.sequence', '<', sequence);
    })
    .returning('sequence')
    .executeTakeFirst();
  return written?.sequence;
}

/** The administrator's autosaves, newest first. */
export async function listAutosaves(
  { db: { query } }: Site,
  owner: string,
): Promise<AutosaveSummary[]> {
  const rows = await query
    .selectFrom('autosaves')
    .leftJoin('current_posts', 'current_posts.id', 'autosaves.document')
    .select(['document', 'autosaves.version', 'sequence', 'saved_at', 'autosaves.title', 'slug'])
    .where('owner', '=', owner)
    .where('discarded', '=', 0)
    .orderBy('saved_at', 'desc')
    .orderBy('document')
    .execute();
  return rows.map(({ saved_at, ...row }) => ({ ...row, savedAt: saved_at }));
}

export async function readAutosave(
  { db: { query } }: Site,
  owner: string,
  document: string,
): Promise<Autosave | null> {
  const row = await query
    .selectFrom('autosaves')
    .select(['values', 'version', 'sequence', 'saved_at'])
    .where('owner', '=', owner)
    .where('document', '=', document)
    .where('discarded', '=', 0)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { values, saved_at, ...rest } = row;
  return { document, values: JSON.parse(values), ...rest, savedAt: saved_at };
}

export async function othersActivity(
  { db: { query }, now }: Site,
  owner: string,
  document: string,
): Promise<OthersActivity> {
  const since = new Date(Date.parse(now()) - EDITING_MS).toISOString();
  const writers = await query
    .selectFrom('autosaves')
    .select(['owner as email', 'saved_at as savedAt'])
    .where('document', '=', document)
    .where('owner', '!=', owner)
    .where('discarded', '=', 0)
    .where('saved_at', '>', since)
    .orderBy('saved_at', 'desc')
    .execute();
  const row = await query
    .selectFrom('posts')
    .innerJoin('post_versions', (latest) =>
      latest
        .onRef('post_versions.post_id', '=', 'posts.id')
        .onRef('post_versions.version', '=', 'posts.latest_version'),
    )
    .select(['public_version', 'latest_version', 'saved_at as savedAt', 'saved_by as savedBy'])
    .where('posts.id', '=', document)
    .where('posts.status', '!=', 'trash')
    .executeTakeFirst();
  if (row === undefined) return { writers, saved: null };
  const { savedAt, savedBy } = row;
  const latest = etagOf({ id: document, version: row.latest_version });
  const changes = hasChanges(row) ? latest : null;
  return { writers, saved: { version: shownVersion(row), changes, savedAt, savedBy } };
}

/**
 * Deletes the values; the row remains until its retention ends. With `sequence`, discards only an older
 * autosave and rejects older ones that arrive later: a form that was saved must not come back.
 */
export async function discardAutosave(
  site: Site,
  owner: string,
  document: string,
  sequence?: number,
): Promise<void> {
  const emptied = { values: '{}', title: '', saved_at: site.now(), discarded: 1 } as const;
  if (sequence !== undefined) {
    await write(site, owner, document, sequence, { ...emptied, version: null });
    return;
  }
  await site.db.query
    .updateTable('autosaves')
    .set(emptied)
    .where('owner', '=', owner)
    .where('document', '=', document)
    .execute();
}

/** NUL is removed: PostgreSQL cannot store it. */
function titleOf({ title }: Record<string, unknown>): string {
  return typeof title === 'string' ? title.slice(0, LIMITS.title).replaceAll('\0', '') : '';
}
