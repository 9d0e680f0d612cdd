import type { createLibrary } from '../../media/library.ts';
import type { Database } from '../../server/db/connect.ts';
import type { Result } from '../../server/failure.ts';
import { failedBy, type ImportedItem } from '../imported-item.ts';
import { orUnreadable, readPicture } from '../pictures.ts';
import type { CrateTables } from '../source-session.ts';
import { recordPart } from '../write-items.ts';
import { type CrateRun, partItem } from './crate-item.ts';

export type FileImportDeps = Pick<
  ReturnType<typeof createLibrary>,
  'takeOverPicture' | 'takeOverAttachment'
> & { db: Database };

type Exported = CrateTables['pictures'][number] | CrateTables['attachments'][number];

/** Imports the library of an export. */
export function createFileImport(deps: FileImportDeps) {
  const { db, takeOverPicture, takeOverAttachment } = deps;

  /** Yields what became of each picture and attachment. @param start the position of the first */
  async function* importFiles(run: CrateRun, start: number): AsyncGenerator<ImportedItem> {
    const all: Exported[] = [...run.crate.pictures, ...run.crate.attachments];
    for (const [index, each] of all.entries()) {
      run.signal?.throwIfAborted();
      yield importFile(run, each, start + index);
    }
  }

  async function importFile(
    run: CrateRun,
    file: Exported,
    position: number,
  ): Promise<ImportedItem> {
    const { id, path: label, name: title } = file;
    const part = { position, key: id, label, title };
    const isKnown = await isInLibrary(file);
    const added = isKnown || run.importId === undefined ? null : await takeOver(run, file);
    return recordPart(db, run, partItem(part, isKnown ? HERE : outcomeOf(added)));
  }

  async function isInLibrary(file: Exported): Promise<boolean> {
    const row = await db.query
      .selectFrom('sha256' in file ? 'attachments' : 'pictures')
      .select('id')
      .where('id', '=', file.id)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function takeOver(
    { session, by, importing, signal }: CrateRun,
    file: Exported,
  ): Promise<Result<unknown>> {
    const known = { ...file, createdAt: file.created };
    const upload = { by, importing, signal };
    return orUnreadable<unknown>(async () => {
      const content = session.content(file.path);
      if ('sha256' in known) return takeOverAttachment(content, known, upload);
      return takeOverPicture(known, await readPicture(content), upload);
    });
  }

  return { importFiles };
}

const HERE = { outcome: 'skipped', reason: 'it already exists here' } as const;

/** @param added null in a dry run */
function outcomeOf(added: Result<unknown> | null) {
  return added?.ok === false ? failedBy(added) : { outcome: 'imported' as const };
}
