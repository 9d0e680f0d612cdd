import type { createLibrary } from '../../media/library.ts';
import type { Database } from '../../server/db/connect.ts';
import type { Result } from '../../server/failure.ts';
import { failedBy, type ImportedItem } from '../imported-item.ts';
import { contentOf, orUnreadable, readPicture } from '../pictures.ts';
import { type CrateRun, partItem } from './crate-item.ts';
import type { Crate } from './open-crate.ts';

export type FileImportDeps = Pick<
  ReturnType<typeof createLibrary>,
  'takeOverPicture' | 'takeOverAttachment'
> & { db: Database };

type Exported = Crate['pictures'][number] | Crate['attachments'][number];

/** Imports the library of an export. */
export function createFileImport(deps: FileImportDeps) {
  const { db, takeOverPicture, takeOverAttachment } = deps;

  /** Yields what became of each picture and attachment. @param start the position of the first */
  async function* importFiles(run: CrateRun, start: number): AsyncGenerator<ImportedItem> {
    const all: Exported[] = [...run.crate.pictures, ...run.crate.attachments];
    for (const [index, each] of all.entries()) {
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
    const added = isKnown || run.isDryRun ? null : await takeOver(run, file);
    return partItem(part, isKnown ? HERE : outcomeOf(added));
  }

  async function isInLibrary(file: Exported): Promise<boolean> {
    const row = await db.query
      .selectFrom('sha256' in file ? 'attachments' : 'pictures')
      .select('id')
      .where('id', '=', file.id)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function takeOver({ crate, began }: CrateRun, file: Exported): Promise<Result<unknown>> {
    const known = { ...file, createdAt: file.created };
    const upload = { importSince: began };
    return orUnreadable<unknown>(async () => {
      const content = contentOf(crate.files, file.path);
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
