import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { type Addition, addItem, type Upload } from './add-item.ts';
import { plainName } from './attachment-name.ts';
import { attachmentFile, storedAttachment } from './attachment-url.ts';
import { type Attachment, findAttachment } from './attachments.ts';
import type { ReceivedFile } from './picture-store.ts';
import { sniffAttachment } from './sniff-attachment.ts';

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
    const type = await sniffAttachment(received, upload.name);
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
    const type = await sniffAttachment(received, known.name);
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
