import type { Database } from '../../db/connect.ts';

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
  /** ISO 8601 in UTC. */
  savedAt: string;
};

type Parts = { db: Database /** ISO 8601 in UTC. */; now: () => string };

/** One autosave for each administrator and document; a later one replaces it. */
export function createAutosaves({ db: { query }, now }: Parts) {
  async function keepAutosave(
    owner: string,
    { document, values, version }: Omit<Autosave, 'savedAt'>,
  ): Promise<Autosave> {
    const savedAt = now();
    const row = { values: JSON.stringify(values), version, saved_at: savedAt };
    await query
      .insertInto('autosaves')
      .values({ owner, document, ...row })
      .onConflict((existing) => existing.columns(['owner', 'document']).doUpdateSet(row))
      .execute();
    return { document, values, version, savedAt };
  }

  /** The administrator's own, the latest first. */
  async function autosaves(owner: string): Promise<Autosave[]> {
    const rows = await query
      .selectFrom('autosaves')
      .selectAll()
      .where('owner', '=', owner)
      .orderBy('saved_at', 'desc')
      .orderBy('document')
      .execute();
    return rows.map(toAutosave);
  }

  async function autosave(owner: string, document: string): Promise<Autosave | null> {
    const row = await query
      .selectFrom('autosaves')
      .selectAll()
      .where('owner', '=', owner)
      .where('document', '=', document)
      .executeTakeFirst();
    return row === undefined ? null : toAutosave(row);
  }

  async function dropAutosave(owner: string, document: string): Promise<void> {
    await query
      .deleteFrom('autosaves')
      .where('owner', '=', owner)
      .where('document', '=', document)
      .execute();
  }

  return { keepAutosave, autosaves, autosave, dropAutosave };
}

type Row = { document: string; values: string; version: number | null; saved_at: string };

function toAutosave({ document, values, version, saved_at }: Row): Autosave {
  return { document, values: JSON.parse(values), version, savedAt: saved_at };
}
