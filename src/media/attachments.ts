import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { fail } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { type AttachmentType, attachmentUrl } from './attachment-url.ts';
import { type LibraryQuery, readLibraryPage } from './library-page.ts';
import type { PictureUse } from './picture-uses.ts';

/** A file to download: a document, a table, an archive. */
export type Attachment = {
  /** The first 32 hexadecimal digits of `sha256`. */
  id: string;
  /** A path on this site; its content never changes. */
  address: string;
  /** The file's name as it was uploaded, and as it is downloaded. */
  name: string;
  type: AttachmentType;
  bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  usedIn: PictureUse[];
};

/** Attachments, newest first; `q` is looked for in the name. */
export const listAttachments = (site: Site, page: LibraryQuery) =>
  readLibraryPage(
    site,
    { table: 'attachments', searched: ['attachments.name'], toItem: toAttachment },
    page,
  );

export async function findAttachment(
  { readPictureUses, db: { query } }: Site,
  id: string,
  from: Kysely<Tables> = query,
): Promise<Attachment | null> {
  const row = await from
    .selectFrom('attachments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const usesOf = await readPictureUses(from, [id]);
  return toAttachment(row, usesOf(id));
}

/** What is downloaded from a path; null when there is no such attachment. */
export async function downloadAt(
  { db: { query } }: Site,
  { id, file }: { id: string; file: string },
) {
  const row = await query
    .selectFrom('attachments')
    .select(['name', 'type'])
    .where('id', '=', id)
    .where('file', '=', file)
    .executeTakeFirst();
  return row ?? null;
}

export const NO_SUCH_ATTACHMENT = fail({ kind: 'not-found', detail: 'There is no such file.' });

function toAttachment(row: Selectable<Tables['attachments']>, usedIn: PictureUse[]): Attachment {
  const { id, name, type, bytes, sha256, created_at: createdAt } = row;
  return { id, address: attachmentUrl(row), name, type, bytes, sha256, createdAt, usedIn };
}
