import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { type LibraryQuery, readLibraryPage } from './library-page.ts';
import { isPictureId, type PictureFormat, pictureUrl } from './picture-url.ts';
import type { PictureUse } from './picture-uses.ts';

export type Picture = {
  /** The first 32 hexadecimal digits of the SHA-256 of the uploaded file. */
  id: string;
  /** A path on this site; its content never changes. */
  address: string;
  /** The file's name as it was uploaded; empty when it had none. */
  name: string;
  /** Alternative text; empty when nobody has written any. */
  alt: string;
  /** Pixels. */
  width: number;
  height: number;
  /** The size of the original as stored. */
  bytes: number;
  format: PictureFormat;
  /** The average colour, `#rrggbb`. */
  placeholder: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  usedIn: PictureUse[];
};

export const PICTURE_LIMITS = { name: 255, alt: 500 } as const;

/** Pictures, newest first; `q` is looked for in the name and the alternative text. */
export const listPictures = (site: Site, page: LibraryQuery) =>
  readLibraryPage(
    site,
    { table: 'pictures', searched: ['pictures.name', 'pictures.alt'], toItem: toPicture },
    page,
  );

/** Sets the alternative text of a picture; posts keep theirs. */
export async function describePicture(
  site: Site,
  id: string,
  alt: string,
): Promise<Result<Picture>> {
  if (!isPictureId(id)) return NO_SUCH_PICTURE;
  await site.db.query.updateTable('pictures').set({ alt }).where('id', '=', id).execute();
  const described = await findPicture(site, id);
  return described === null ? NO_SUCH_PICTURE : succeed(described);
}

export async function findPicture(
  { readPictureUses, db: { query } }: Site,
  id: string,
  from: Kysely<Tables> = query,
): Promise<Picture | null> {
  const row = await from.selectFrom('pictures').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const usesOf = await readPictureUses(from, [id]);
  return toPicture(row, usesOf(id));
}

export const NO_SUCH_PICTURE = fail({ kind: 'not-found', detail: 'There is no such picture.' });

function toPicture(row: Selectable<Tables['pictures']>, usedIn: PictureUse[]): Picture {
  return {
    id: row.id,
    address: pictureUrl({ ...row, moving: row.moving === 1 }),
    name: row.name,
    alt: row.alt,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    format: row.format,
    placeholder: row.placeholder,
    createdAt: row.created_at,
    usedIn,
  };
}
