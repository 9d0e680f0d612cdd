import type { Library } from '../media/library.ts';
import type { PictureStore } from '../media/picture-store.ts';
import type { Posts } from '../posts/posts.ts';
import { type Database, forPublic } from '../server/db/connect.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { createSiteExport } from './crate/export-site.ts';
import type { FetchPicture } from './fetch-picture.ts';
import { createImportJob } from './import-job.ts';
import { createImportReading } from './import-reading.ts';
import { createRedirects } from './redirects.ts';
import type { OpenSession } from './source-session.ts';
import { createTakeBack } from './take-back.ts';
import type { UploadStore } from './upload-store.ts';
import { createUploadedImports } from './uploaded-imports.ts';

export type TransferDeps = {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  posts: Posts;
  library: Library;
  /** The files of the library. */
  files: PictureStore;
  /** Sources that administrators upload. */
  uploads: UploadStore;
  /** Opens the sources of imports. */
  openSession: OpenSession;
  /** Fetches the pictures that an import brings from other sites. */
  fetchPicture: FetchPicture;
  /** Milliseconds, monotonic. */
  elapsed: () => number;
  /** The paths of the site's pages. */
  pages: readonly string[];
  site: SiteIdentity;
};

export type Transfer = ReturnType<typeof createTransfer>;

/** Brings posts of other systems in, and the whole site out and in. */
export function createTransfer(deps: TransferDeps) {
  const { db, now, posts, library, site } = deps;
  const takeBack = createTakeBack({ ...library, ...posts, db, now });
  return {
    ...takeBack,
    ...createSiteExport({ ...deps, site: { name: site.name, description: site.tagline } }),
    ...createUploadedImports(deps),
    ...createImportReading(db),
    ...createImportJob({ ...deps, ...library, ...posts, ...takeBack }),
    ...createRedirects({ db: forPublic(db), now }),
  };
}
