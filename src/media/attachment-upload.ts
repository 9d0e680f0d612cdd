import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { type Addition, addItem, type Upload } from './add-item.ts';
import { endingOf, plainName } from './attachment-name.ts';
import {
  ATTACHMENT_TYPES,
  type AttachmentType,
  attachmentFile,
  storedAttachment,
} from './attachment-url.ts';
import { type Attachment, findAttachment } from './attachments.ts';
import type { ReceivedFile } from './picture-store.ts';

/** What the library is to know of a file. */
type NewAttachment = Pick<Attachment, 'name' | 'type' | 'createdAt'> & {
  /** Name in the URL. */
  file: string;
};

type Uploaded = { attachment: Attachment; isNew: boolean };

/**
 * Adds a file to download, or finds it: its id is a hash of the file. The content is received in constant memory,
 * and nothing of it stays if it is refused or does not come whole.
 */
export async function uploadAttachment(
  site: Site,
  content: AsyncIterable<Uint8Array>,
  upload: Upload,
): Promise<Result<Uploaded>> {
  const received = await site.files.receive(content);
  try {
    if (received.bytes === 0) return EMPTY;
    const type = await detectType(received, upload.name);
    if (!type.ok) return type;
    const name = plainName(upload.name, type.value);
    const file = attachmentFile(name, type.value);
    const known = { name, file, type: type.value, createdAt: site.now() };
    return succeed(await keep(site, received, known, upload));
  } finally {
    await received.discard();
  }
}

/** Adds a file that another site of this program has stored, with its URL and what that site knows of it. */
export async function takeOverAttachment(
  site: Site,
  content: AsyncIterable<Uint8Array>,
  { sha256, ...known }: NewAttachment & Pick<Attachment, 'sha256'>,
  upload: Addition,
): Promise<Result<Uploaded>> {
  const received = await site.files.receive(content);
  try {
    if (received.sha256 !== sha256) return OTHER_FILE;
    const type = await detectType(received, known.name);
    if (!type.ok) return type;
    return type.value === known.type
      ? succeed(await keep(site, received, known, upload))
      : OTHER_FILE;
  } finally {
    await received.discard();
  }
}

async function keep(
  site: Site,
  received: ReceivedFile,
  { name, file, type, createdAt }: NewAttachment,
  upload: Addition,
): Promise<Uploaded> {
  const { bytes, sha256 } = received;
  const id = sha256.slice(0, 32);
  const { item, isNew } = await addItem(
    site,
    {
      table: 'attachments',
      row: { id, name, file, type, bytes, sha256, created_at: createdAt },
      action: 'file-uploaded',
      storeFiles: () => site.files.keep(id, storedAttachment(type), received),
      find: (id, from) => findAttachment(site, id, from),
    },
    upload,
  );
  return { attachment: item, isNew };
}

const OTHER_FILE = fail({ kind: 'malformed', detail: 'it does not match its name' });

const EMPTY = fail({ kind: 'malformed', detail: 'This file is empty.' });

const SUPPORTED = 'The library accepts PDF, CSV, ZIP and XLSX files, and pictures.';

/** All but tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them.
const CONTROL = /[\0-\x08\x0b\x0e-\x1f]/;

/** The type of a file by its first bytes; its name must agree. What is in it is not looked at: no browser opens it here. */
async function detectType(file: ReceivedFile, name: string): Promise<Result<AttachmentType>> {
  const ending = endingOf(name);
  const type = typeOf(await readStart(file), ending);
  if (type !== null && (ending === null || ending === type)) return succeed(type);
  const isNamed = (ATTACHMENT_TYPES as readonly (string | null)[]).includes(ending);
  const content = type === null ? 'something else' : `of the type ${type.toUpperCase()}`;
  const problem = isNamed
    ? `This file is named .${ending}, but is ${content}.`
    : 'Files of this type are not accepted.';
  const detail = `${problem} ${SUPPORTED}`;
  return fail({ kind: 'unsupported-media-type', detail });
}

function typeOf(start: Buffer, ending: string | null): AttachmentType | null {
  const bytes = start.toString('latin1');
  if (bytes.startsWith('%PDF-')) return 'pdf';
  if (bytes.startsWith('PK\x03\x04')) return ending === 'xlsx' ? 'xlsx' : 'zip';
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(bytes);
  const isText = isUtf16 || !CONTROL.test(bytes);
  return ending === 'csv' && isText && !/^[^\w<]*</.test(bytes) ? 'csv' : null;
}

async function readStart(file: ReceivedFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(0, Math.min(file.bytes, 4_096) - 1)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
