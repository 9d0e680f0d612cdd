import { forPublic } from '../server/db/connect.ts';
import { type ExportSite, exportSite } from './export.ts';
import { type ImportOptions, type ImportSite, startImport, trashImported } from './import.ts';
import { createRedirects } from './redirects.ts';

export type TransferDeps = ImportSite & ExportSite;

export type Transfer = ReturnType<typeof createTransfer>;

/** Brings posts of other systems in, and the whole site out and in. */
export function createTransfer(site: TransferDeps) {
  return {
    exportSite: (options?: Parameters<typeof exportSite>[1]) => exportSite(site, options),
    startImport: (path: string, options?: ImportOptions) => startImport(site, path, options),
    trashImported: (ids: readonly string[]) => trashImported(site, ids),
    ...createRedirects({ db: forPublic(site.db), now: site.now }),
  };
}
