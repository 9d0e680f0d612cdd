import type { Selectable } from 'kysely';
import { z } from 'zod';
import { ATTACHMENT_TYPES, attachmentUrl, parseAttachmentUrl } from '../../media/attachment-url.ts';
import { PICTURE_FORMATS, parsePictureUrl, pictureUrl } from '../../media/picture-url.ts';
import { PICTURE_LIMITS } from '../../media/pictures.ts';
import type { Tables } from '../../server/db/tables.ts';
import { text } from '../../server/fields.ts';
import { count, instant } from './post-records.ts';

/** What the library knows of a file, one line of JSON for each. */

const id = z.string().regex(/^[0-9a-f]{32}$/);
/** Imports name files by their paths. */
const LONGEST_NAME = 1_000;
const side = z.int().min(1).max(9_999);

export const pictureSchema = z
  .object({
    id,
    name: text(LONGEST_NAME),
    alt: text(PICTURE_LIMITS.alt),
    width: side,
    height: side,
    format: z.enum(PICTURE_FORMATS),
    moving: z.boolean(),
    bytes: count,
    placeholder: z.string().regex(/^#[0-9a-f]{6}$/),
    created: instant,
  })
  .refine((picture) => parsePictureUrl(pictureUrl(picture)) !== null);

export const attachmentSchema = z
  .object({
    id,
    name: text(LONGEST_NAME),
    file: text(LONGEST_NAME),
    type: z.enum(ATTACHMENT_TYPES),
    bytes: count,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    created: instant,
  })
  .refine(
    (attachment) =>
      parseAttachmentUrl(attachmentUrl(attachment))?.type === attachment.type &&
      attachment.sha256.startsWith(attachment.id),
  );

export type ExportedPicture = z.infer<typeof pictureSchema>;
export type ExportedAttachment = z.infer<typeof attachmentSchema>;

/** The keys have the order of the lines, which is the same on every engine. */
export function toPicture(row: Selectable<Tables['pictures']>): ExportedPicture {
  return {
    id: row.id,
    name: row.name,
    alt: row.alt,
    width: row.width,
    height: row.height,
    format: row.format,
    moving: row.moving === 1,
    bytes: row.bytes,
    placeholder: row.placeholder,
    created: row.created_at,
  };
}

export function toAttachment(row: Selectable<Tables['attachments']>): ExportedAttachment {
  return {
    id: row.id,
    name: row.name,
    file: row.file,
    type: row.type,
    bytes: row.bytes,
    sha256: row.sha256,
    created: row.created_at,
  };
}
