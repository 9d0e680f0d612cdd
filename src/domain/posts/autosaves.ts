import type { Database } from '../../db/connect.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { LIMITS } from './post.ts';

/**
 * What somebody has typed and not saved yet. It lies apart from the posts and touches none of them.
 */
export type Autosave = {
  /** The id of the post that is edited, or the key of a form for a new one. */
  document: string;
  /** The form's values, as the form sent them. */
  values: Record<string, unknown>;
  /** The version of the post that is edited; null for a new post. */
  version: number | null;
  /** Grows with every autosave of the document. */
  sequence: number;
  /** ISO 8601 in UTC. */
  savedAt: string;
};

/** An autosave as a list shows it: everything but the values. */
export type AutosaveSummary = Omit<Autosave, 'values'> & {
  title: string;
  /** Of the post that is edited; null for a new one, and for one that is deleted. */
  slug: string | null;
};

type NewAutosave = Omit<Autosave, 'savedAt' | 'sequence'> & {
  /** Must be greater than that of what stands; without it, the autosave replaces what stands. */
  sequence?: number | undefined;
};

type AutosaveDeps = { db: Database /** ISO 8601 in UTC. */; now: () => string };

/** One autosave for each administrator and document; a later one replaces it. */
export function createAutosaves({ db: { query }, now }: AutosaveDeps) {
  /**
   * Fails with `conflict` when what stands has the same or a greater sequence: requests may overtake one
   * another. `current` is then the sequence that stands.
   */
  async function saveAutosave(owner: string, autosave: NewAutosave): Promise<Result<Autosave>> {
    const { document, values, version, sequence } = autosave;
    const savedAt = now();
    const kept = await write(owner, document, sequence, {
      values: JSON.stringify(values),
      version,
      saved_at: savedAt,
      title: titleOf(values),
      discarded: 0,
    });
    if (kept !== undefined) return succeed({ document, values, version, sequence: kept, savedAt });
    const standing = await query
      .selectFrom('autosaves')
      .select('sequence')
      .where('owner', '=', owner)
      .where('document', '=', document)
      .executeTakeFirst();
    return fail({
      kind: 'conflict',
      detail: 'Something newer is kept for this form.',
      current: { sequence: standing?.sequence ?? 0 },
    });
  }

  type Row = {
    values: string;
    version: number | null;
    saved_at: string;
    title: string;
    discarded: 0 | 1;
  };

  /** @returns the sequence it was written with; undefined when something newer stands */
  async function write(owner: string, document: string, sequence: number | undefined, row: Row) {
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

  /** The administrator's own, the latest first. */
  async function autosaves(owner: string): Promise<AutosaveSummary[]> {
    const rows = await query
      .selectFrom('autosaves')
      .leftJoin('posts', 'posts.id', 'autosaves.document')
      .select(['document', 'autosaves.version', 'sequence', 'saved_at', 'autosaves.title', 'slug'])
      .where('owner', '=', owner)
      .where('discarded', '=', 0)
      .orderBy('saved_at', 'desc')
      .orderBy('document')
      .execute();
    return rows.map(({ saved_at, ...row }) => ({ ...row, savedAt: saved_at }));
  }

  async function autosave(owner: string, document: string): Promise<Autosave | null> {
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

  /**
   * Throws an autosave away. With `sequence`, only one that is older, and none that arrives later with a
   * smaller one is kept: a form that was saved must not come back. What was typed is deleted; the row
   * remains until its retention ends.
   */
  async function discardAutosave(
    owner: string,
    document: string,
    sequence?: number,
  ): Promise<void> {
    const emptied = { values: '{}', title: '', saved_at: now(), discarded: 1 } as const;
    if (sequence !== undefined) {
      await write(owner, document, sequence, { ...emptied, version: null });
      return;
    }
    await query
      .updateTable('autosaves')
      .set(emptied)
      .where('owner', '=', owner)
      .where('document', '=', document)
      .execute();
  }

  return { saveAutosave, autosaves, autosave, discardAutosave };
}

/** Without NUL, which PostgreSQL does not store. */
function titleOf({ title }: Record<string, unknown>): string {
  return typeof title === 'string' ? title.slice(0, LIMITS.title).replaceAll('\0', '') : '';
}
