import { readFile } from 'node:fs/promises';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import {
  ATTACHMENT_TYPES,
  type AttachmentType,
  attachmentFile,
  storedAttachment,
} from './attachment-url.ts';
import {
  type Addition,
  addMedia,
  findMedia,
  type Media,
  type Picture,
  type Uploaded,
} from './library.ts';
import type { ReceivedFile } from './picture-store.ts';
import { MAX_PICTURE_BYTES, pictureFile } from './picture-url.ts';
import type { ProcessedPicture } from './process-picture.ts';
import { SUPPORTED, sniffFormat } from './sniff.ts';

type Upload = Addition & {
  name: string;
  createdAt?: string;
  maxPictureBytes?: number;
};

/**
 * The id is a hash of the file. It is received in constant memory, and nothing of it stays if it is
 * refused or does not come whole.
 */
export async function uploadMedia(
  site: Site,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxPictureBytes = MAX_PICTURE_BYTES, createdAt = site.now(), name, ...addition }: Upload,
): Promise<Result<Uploaded>> {
  const received = await site.files.receive(content);
  try {
    const { bytes, sha256 } = received;
    if (bytes === 0) return fail({ kind: 'malformed', detail: 'This file is empty.' });
    const id = sha256.slice(0, 32);
    const known = await findStored(site, id);
    if (known !== null) return succeed({ item: known, isNew: false });
    const detected = detectType(received, name);
    if (!detected.ok) return detected;
    const type = detected.value;
    if (type !== 'picture') {
      const plain = plainName(name, type);
      const row = { id, name: plain, file: attachmentFile(plain, type), type, bytes, sha256 };
      const files = new Map([[storedAttachment(type), received]]);
      return succeed(
        await addMedia(site, 'file', files, { ...row, created_at: createdAt }, addition),
      );
    }
    if (bytes > maxPictureBytes) {
      const detail = `A picture can be up to ${maxPictureBytes / 2 ** 20} MB; this one is larger.`;
      return fail({ kind: 'too-large', detail });
    }
    const processed = await site.processPicture(await readFile(received.path));
    if (!processed.ok) return processed;
    const { files, ...picture } = processed.value;
    return succeed(
      await addPicture(site, files, { ...picture, id, name, alt: '', createdAt }, addition),
    );
  } finally {
    await received.discard();
  }
}

/** Null also for what has a row, but whose files were lost. */
async function findStored(site: Site, id: string): Promise<Media | null> {
  const known = await findMedia(site, id);
  return known !== null && (await site.files.has(id)) ? known : null;
}

type NewPicture = Omit<ProcessedPicture, 'files'> &
  Pick<Picture, 'id' | 'name' | 'alt' | 'createdAt'>;

function addPicture(
  site: Site,
  files: ProcessedPicture['files'],
  { createdAt, moving, ...picture }: NewPicture,
  addition: Addition,
): Promise<Uploaded> {
  const row = { ...picture, moving: moving ? (1 as const) : (0 as const), created_at: createdAt };
  return addMedia(site, 'picture', files, row, addition);
}

/**
 * The original stays byte for byte, and so do its id and what the other site knows of it. The
 * variants are made again.
 */
export async function takeOverPicture(
  site: Site,
  picture: Omit<NewPicture, 'bytes'>,
  original: Uint8Array,
): Promise<Result<Uploaded>> {
  const known = await findStored(site, picture.id);
  if (known !== null) return succeed({ item: known, isNew: false });
  const processed = await site.processPicture(original);
  if (!processed.ok) return processed;
  const name = pictureFile(picture);
  if (!processed.value.files.has(name)) {
    return fail({ kind: 'malformed', detail: 'its size or format does not match its name' });
  }
  const files = new Map(processed.value.files).set(name, original);
  return succeed(await addPicture(site, files, { ...picture, bytes: original.byteLength }, {}));
}

/** All but tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them.
const CONTROL = /[\0-\x08\x0b\x0e-\x1f]/;

/**
 * The name of a file to download must agree with its first bytes. What is in it is not looked at:
 * no browser opens it here.
 */
function detectType({ head }: ReceivedFile, name: string): Result<AttachmentType | 'picture'> {
  const ending = /[^./\\]\.([^./\\\s]{1,10})\s*$/.exec(name)?.[1]?.toLowerCase() ?? null;
  const type = typeOf(head.toString('latin1'), ending);
  if (type !== null && (ending === null || ending === type)) return succeed(type);
  const picture = sniffFormat(head);
  if (picture.ok) return succeed('picture');
  if (!(ATTACHMENT_TYPES as readonly (string | null)[]).includes(ending)) return picture;
  const content = type === null ? 'something else' : `of the type ${type.toUpperCase()}`;
  const detail = `This file is named .${ending}, but is ${content}. ${SUPPORTED}`;
  return fail({ kind: 'unsupported-media-type', detail });
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
