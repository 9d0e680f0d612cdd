import { recordEvent } from '../accounts/audit.ts';
import type { Database } from '../server/db/connect.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { plainName } from './attachment-name.ts';
import { attachmentFile, storedAttachment } from './attachment-url.ts';
import type { Attachment, FindAttachment } from './attachments.ts';
import type { PictureOperations } from './picture-operations.ts';
import type { PictureStore, ReceivedFile } from './picture-store.ts';
import type { Importing } from './picture-upload.ts';
import { sniffAttachment } from './sniff-attachment.ts';

type Upload = {
  /** The file's name. */
  name: string;
  /** Email of the uploader; without one, the program itself. */
  by?: string | undefined;
  /** Called when the files are stored, before anybody can see them; throws when the uploader may not add them any more. */
  recheck?: (() => Promise<void>) | undefined;
  /** What is not in the library when it aborts does not get there. */
  signal?: AbortSignal | undefined;
  importing?: Importing | undefined;
};

type AttachmentUploadDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  files: PictureStore;
  operations: PictureOperations;
  findAttachment: FindAttachment;
};

/** What the library is to know of a file. */
type NewAttachment = Pick<Attachment, 'name' | 'type' | 'createdAt'> & {
  /** Name in the URL. */
  file: string;
};

type Uploaded = { attachment: Attachment; isNew: boolean };

/** Adding attachments to the library. */
export function createAttachmentUpload(deps: AttachmentUploadDeps) {
  const { db, now, files, operations, findAttachment } = deps;

  /**
   * Adds a file to download, or finds it: its id is a hash of the file. The content is received in constant memory,
   * and nothing of it stays if it is refused or does not come whole.
   */
  async function uploadAttachment(
    content: AsyncIterable<Uint8Array>,
    upload: Upload,
  ): Promise<Result<Uploaded>> {
    const received = await files.receive(content);
    try {
      if (received.bytes === 0) return EMPTY;
      const type = await sniffAttachment(received, upload.name);
      if (!type.ok) return type;
      const name = plainName(upload.name, type.value);
      const file = attachmentFile(name, type.value);
      const known = { name, file, type: type.value, createdAt: now() };
      return succeed(await keep(received, known, upload));
    } finally {
      await received.discard();
    }
  }

  /** Adds a file that another site of this program has stored, with its URL and what that site knows of it. */
  async function takeOverAttachment(
    content: AsyncIterable<Uint8Array>,
    { sha256, ...known }: NewAttachment & Pick<Attachment, 'sha256'>,
    upload: Omit<Upload, 'name'>,
  ): Promise<Result<Uploaded>> {
    const received = await files.receive(content);
    try {
      if (received.sha256 !== sha256) return OTHER_FILE;
      const type = await sniffAttachment(received, known.name);
      if (!type.ok) return type;
      return type.value === known.type ? succeed(await keep(received, known, upload)) : OTHER_FILE;
    } finally {
      await received.discard();
    }
  }

  async function keep(received: ReceivedFile, known: NewAttachment, upload: Omit<Upload, 'name'>) {
    const id = received.sha256.slice(0, 32);
    const since = await operations.start(id, 'upload', upload.importing?.since);
    try {
      await files.keep(id, storedAttachment(known.type), received);
      return await insert({ ...upload, id, since, known, received });
    } catch (error) {
      await operations.abandon(id, since);
      throw error;
    }
  }

  type Kept = Omit<Upload, 'name'> & {
    id: string;
    since: string;
    known: NewAttachment;
    received: ReceivedFile;
  };

  /** Inserts the row of an attachment whose file is stored, unless it exists. */
  async function insert(kept: Kept): Promise<Uploaded> {
    const { id, since, known, received, by, recheck, signal, importing } = kept;
    await recheck?.();
    signal?.throwIfAborted();
    const { name, file, type, createdAt: created_at } = known;
    const { bytes, sha256 } = received;
    return inTransaction(db.query, async (trx) => {
      await operations.end(trx, id, since);
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('attachments')
        .values({ id, name, file, type, bytes, sha256, created_at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      const isNew = numInsertedOrUpdatedRows !== 0n;
      const event = { action: 'file-uploaded', subject: name } as const;
      if (isNew) {
        await recordEvent(trx, { at: now(), actor: by ?? null, ...event });
        await importing?.onAdded(trx, id);
      }
      const attachment = await findAttachment(id, trx);
      if (attachment === null) throw new Error(`The attachment ${id} was not written`);
      return { attachment, isNew };
    });
  }

  return { uploadAttachment, takeOverAttachment };
}

const OTHER_FILE = fail({ kind: 'malformed', detail: 'it is another file than its name says' });

const EMPTY = fail({ kind: 'malformed', detail: 'This file is empty.' });
