/**
 * URLs of the library's attachments: `/media/{id}/{name}.{type}`. `id` is derived from the content, so the content of
 * a URL never changes. Runs in the browser, too.
 */

export const ATTACHMENT_TYPES = ['pdf', 'csv', 'zip', 'xlsx'] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** Media types of downloads; CSV has no charset, since UTF-16 tells itself by its byte-order mark. */
export const ATTACHMENT_MEDIA_TYPES: Record<AttachmentType, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export const MAX_ATTACHMENT_BYTES = 100 * 1024 * 1024;

const TYPE = ATTACHMENT_TYPES.join('|');
const URL_FORM = new RegExp(
  `^/media/([0-9a-f]{32})/((?=.{1,90}$)[a-z0-9]+(?:-[a-z0-9]+)*\\.(${TYPE}))$`,
);
const STORED = new RegExp(`^file\\.(?:${TYPE})$`);

const MAX_STEM = 80;

export function attachmentFile(name: string, type: AttachmentType): string {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_STEM)
    .replace(/^-|-$/g, '');
  return `${stem || 'file'}.${type}`;
}

export function attachmentUrl({ id, file }: { id: string; file: string }): string {
  return `/media/${id}/${file}`;
}

export function parseAttachmentUrl(path: string) {
  const [, id, file, type] = URL_FORM.exec(path) ?? [];
  if (id === undefined || file === undefined) return null;
  return { id, file, type: type as AttachmentType };
}

export function storedAttachment(type: AttachmentType): string {
  return `file.${type}`;
}

export function isStoredAttachment(name: string): boolean {
  return STORED.test(name);
}

/** RFC 6266, section 4.1, with the name in UTF-8 (RFC 8187, section 3.2), and in ASCII for old clients. */
export function attachmentDisposition(name: string, ascii: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
