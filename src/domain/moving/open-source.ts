import { type Result, succeed } from '../../failure.ts';
import { type CrateImportDeps, createCrateImport } from './crate/import-crate.ts';
import { openCrate, summarizeCrate } from './crate/open-crate.ts';
import { createImportSource, type ImportRun, type ImportSourceDeps } from './import-source.ts';
import type { ImportedItem } from './imported-item.ts';
import type { Media } from './pictures.ts';
import { recognize } from './recognize.ts';
import type { ReadOptions, SourceFiles, SourceItem, SourceSummary } from './source.ts';

export type SourceOpeningDeps = ImportSourceDeps & CrateImportDeps;

export type OpenedRun = Omit<ImportRun, 'source' | 'media'>;

/** What is imported, and how. */
export type OpenedSource = {
  source: SourceSummary;
  run: (run: OpenedRun, media: Media) => AsyncGenerator<ImportedItem[]>;
};

/** Tells exports of this program and those of other systems apart. */
export function createSourceOpening(deps: SourceOpeningDeps) {
  const { importSource } = createImportSource(deps);
  const { importCrate } = createCrateImport(deps);

  async function openSource(
    files: SourceFiles,
    options: ReadOptions,
  ): Promise<Result<OpenedSource>> {
    const crate = await openCrate(files);
    if (crate !== null) {
      if (!crate.ok) return crate;
      return succeed({
        source: summarizeCrate(crate.value),
        run: (run) => importCrate({ ...run, crate: crate.value }),
      });
    }
    const source = await recognize(files, { ...options, now: deps.now() });
    if (!source.ok) return source;
    const whole = { ...source.value, items: [...source.value.items, ...linkItems(files)] };
    return succeed({
      source: whole,
      run: (run, media) => importSource({ ...run, media, source: whole }),
    });
  }

  return { openSource };
}

function linkItems({ links = [] }: SourceFiles): SourceItem[] {
  return links.map((path) => ({
    ...{ key: `link:${path}`, label: path, kind: 'left-out' },
    reason: 'a symbolic link, which is not followed: put the file itself there',
  }));
}
