import { createAddItem } from './add-item.ts';
import { createAttachmentUpload } from './attachment-upload.ts';
import { createAttachments, NO_SUCH_ATTACHMENT } from './attachments.ts';
import type { LibraryReadingDeps } from './library-page.ts';
import { createMutex } from './picture-mutex.ts';
import { createPictureOperations } from './picture-operations.ts';
import type { PictureStore } from './picture-store.ts';
import { createPictureUpload } from './picture-upload.ts';
import { createPictures, NO_SUCH_PICTURE } from './pictures.ts';
import type { ProcessPicture } from './process-picture.ts';
import { createRemoval } from './removal.ts';
import { createSweep } from './sweep.ts';

export type LibraryDeps = LibraryReadingDeps & {
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  files: PictureStore;
  processPicture: ProcessPicture;
};

export type Library = ReturnType<typeof createLibrary>;

/** The library of pictures and attachments. */
export function createLibrary(given: LibraryDeps) {
  const { db, now, files, processPicture } = given;
  const { findPicture, ...reading } = createPictures(given);
  const { findAttachment, ...attachmentReading } = createAttachments(given);
  const operations = createPictureOperations({ db, now });
  const addItem = createAddItem({ db, now, operations });
  const deps = { db, now, files, operations, addItem, runExclusive: createMutex() };
  const isInLibrary = async (id: string) =>
    (await findPicture(id)) !== null || (await findAttachment(id)) !== null;
  return {
    ...reading,
    ...attachmentReading,
    ...createPictureUpload({ ...deps, findPicture, processPicture }),
    ...createAttachmentUpload({ ...deps, findAttachment }),
    removePicture: createRemoval(deps, {
      table: 'pictures',
      noun: 'picture',
      action: 'picture-removed',
      find: findPicture,
      notFound: NO_SUCH_PICTURE,
    }),
    removeAttachment: createRemoval(deps, {
      table: 'attachments',
      noun: 'file',
      action: 'file-removed',
      find: findAttachment,
      notFound: NO_SUCH_ATTACHMENT,
    }),
    sweepPictures: createSweep({ ...deps, isInLibrary }),
  };
}
