import { createHash } from 'node:crypto';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import {
  ATTACHMENT_TYPES,
  type AttachmentType,
  attachmentFile,
  storedAttachment,
} from './attachment-url.ts';
import { type Attachment, addItem, FILES, findItem, PICTURES, type Picture } from './library.ts';
import type { ReceivedFile } from './picture-store.ts';
import { pictureFile } from './picture-url.ts';
import type { ProcessedPicture } from './process-picture.ts';

/** Who adds something to the library, and under which conditions. */
type Addition = {
  /** Email of the uploader; without one, the program itself. */
  by?: string | undefined;
  /** Called when the files are stored, before anybody can see them; throws when the uploader may not add them any more. */
  recheck?: (() => Promise<void>) | undefined;
};

/** What a person uploads has the name of its file. */
type Upload = Addition & { name: string };

/** Adds a picture, or finds it: its id is a hash of the file. */
export async function uploadPicture(
  site: Site,
  file: Uint8Array,
  upload: Upload,
): Promise<Result<{ picture: Picture; isNew: boolean }>> {
  const id = createHash('sha256').update(file).digest('hex').slice(0, 32);
  const known = await findItem(site, PICTURES, id);
  if (known !== null && (await site.files.has(id)))
    return succeed({ picture: known, isNew: false });
  const processed = await site.processPicture(file);
  if (!processed.ok) return processed;
  const { files, ...picture } = processed.value;
  const row = { ...picture, id, name: upload.name, alt: '', createdAt: site.now() };
  return succeed(await addPicture(site, row, files, upload));
}

/** What the library is to know of a picture. */
type NewPicture = Omit<ProcessedPicture, 'files'> &
  Pick<Picture, 'id' | 'name' | 'alt' | 'createdAt'>;

/**
 * Adds a picture that another site of this program has stored: its original stays byte for byte, and so do its id and
 * what that site knows of it. The variants are made again.
 */
export async function takeOverPicture(
  site: Site,
  picture: NewPicture,
  original: Uint8Array,
  upload: Addition,
): Promise<Result<{ isNew: boolean }>> {
  const { id } = picture;
  const isKnown = (await findItem(site, PICTURES, id)) !== null && (await site.files.has(id));
  if (isKnown) return succeed({ isNew: false });
  const processed = await site.processPicture(original);
  if (!processed.ok) return processed;
  const name = pictureFile(picture);
  if (!processed.value.files.has(name)) {
    return fail({ kind: 'malformed', detail: 'its size or format does not match its name' });
  }
  const files = new Map(processed.value.files).set(name, original);
  return succeed(await addPicture(site, picture, files, upload));
}

async function addPicture(
  site: Site,
  { id, name, alt, width, height, format, moving, bytes, placeholder, createdAt }: NewPicture,
  files: ProcessedPicture['files'],
  { by, recheck }: Addition,
): Promise<{ picture: Picture; isNew: boolean }> {
  // Without a row, nobody sees them, and the sweep removes them after a day.
  await site.files.put(id, files);
  await recheck?.();
  const columns = { id, name, alt, width, height, format, bytes, placeholder };
  const row = { ...columns, moving: moving ? (1 as const) : (0 as const), created_at: createdAt };
  const { item, isNew } = await addItem(site, PICTURES, row, by);
  return { picture: item, isNew };
}

type UploadedFile = { attachment: Attachment; isNew: boolean };

/**
 * Adds a file to download, or finds it: its id is a hash of the file. The content is received in constant memory,
 * and nothing of it stays if it is refused or does not come whole.
 */
export async function uploadAttachment(
  site: Site,
  content: AsyncIterable<Uint8Array>,
  upload: Upload,
): Promise<Result<UploadedFile>> {
  const received = await site.files.receive(content);
  try {
    if (received.bytes === 0) return fail({ kind: 'malformed', detail: 'This file is empty.' });
    const type = await detectType(received, upload.name);
    if (!type.ok) return type;
    const name = plainName(upload.name, type.value);
    const file = attachmentFile(name, type.value);
    const known = { name, file, type: type.value, createdAt: site.now() };
    return succeed(await addAttachment(site, received, known, upload));
  } finally {
    await received.discard();
  }
}

/** What the library is to know of a file; `file` is its name in the URL. */
type NewAttachment = Pick<Attachment, 'name' | 'type' | 'createdAt'> & { file: string };

/** Adds a file that another site of this program has stored, with its URL and what that site knows of it. */
export async function takeOverAttachment(
  site: Site,
  content: AsyncIterable<Uint8Array>,
  { sha256, ...known }: NewAttachment & Pick<Attachment, 'sha256'>,
  upload: Addition,
): Promise<Result<UploadedFile>> {
  const received = await site.files.receive(content);
  try {
    const type = await detectType(received, known.name);
    if (!type.ok) return type;
    if (received.sha256 !== sha256 || type.value !== known.type) return OTHER_FILE;
    return succeed(await addAttachment(site, received, known, upload));
  } finally {
    await received.discard();
  }
}

async function addAttachment(
  site: Site,
  received: ReceivedFile,
  { name, file, type, createdAt }: NewAttachment,
  { by, recheck }: Addition,
): Promise<UploadedFile> {
  const { bytes, sha256 } = received;
  const id = sha256.slice(0, 32);
  const known = await findItem(site, FILES, id);
  if (known !== null && (await site.files.has(id))) return { attachment: known, isNew: false };
  await site.files.put(id, new Map([[storedAttachment(type), received]]));
  await recheck?.();
  const row = { id, name, file, type, bytes, sha256, created_at: createdAt };
  const { item, isNew } = await addItem(site, FILES, row, by);
  return { attachment: item, isNew };
}

const OTHER_FILE = fail({ kind: 'malformed', detail: 'it does not match its name' });

const SUPPORTED = 'The library accepts PDF, CSV, ZIP and XLSX files, and pictures.';

/** All but tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them.
const CONTROL = /[\0-\x08\x0b\x0e-\x1f]/;

/** The type of a file by its first bytes; its name must agree. What is in it is not looked at: no browser opens it here. */
async function detectType(file: ReceivedFile, name: string): Promise<Result<AttachmentType>> {
  const ending = /[^./\\]\.([^./\\\s]{1,10})\s*$/.exec(name)?.[1]?.toLowerCase() ?? null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(0, Math.min(file.bytes, 4_096) - 1)) chunks.push(chunk);
  const type = typeOf(Buffer.concat(chunks).toString('latin1'), ending);
  if (type !== null && (ending === null || ending === type)) return succeed(type);
  const isNamed = (ATTACHMENT_TYPES as readonly (string | null)[]).includes(ending);
  const content = type === null ? 'something else' : `of the type ${type.toUpperCase()}`;
  const problem = isNamed
    ? `This file is named .${ending}, but is ${content}.`
    : 'Files of this type are not accepted.';
  return fail({ kind: 'unsupported-media-type', detail: `${problem} ${SUPPORTED}` });
}

function typeOf(bytes: string, ending: string | null): AttachmentType | null {
  if (bytes.startsWith('%PDF-')) return 'pdf';
  if (bytes.startsWith('PK\x03\x04')) return ending === 'xlsx' ? 'xlsx' : 'zip';
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(bytes);
  const isText = isUtf16 || !CONTROL.test(bytes);
  return ending === 'csv' && isText && !/^[^\w<]*</.test(bytes) ? 'csv' : null;
}

/**
 * A person's file name without folders and without invisible characters, which could disguise its ending, and with
 * the ending of its type.
 */
function plainName(name: string, type: AttachmentType): string {
  const visible = (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim();
  const ending = `.${type}`;
  if (visible.toLowerCase().endsWith(ending) && visible.length > ending.length) return visible;
  return `${visible.replace(/^\.+|\.+$/g, '') || 'file'}${ending}`;
}
