import type { Library } from '../media/library.ts';
import type { PictureStore } from '../media/picture-store.ts';
import type { Posts } from '../posts/posts.ts';
import { type Database, forPublic } from '../server/db/connect.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { createSiteExport } from './crate/export-site.ts';
import type { FetchPicture } from './fetch-picture.ts';
import { type ImportOptions, startImport } from './imports.ts';
import { createRedirects } from './redirects.ts';

export type TransferDeps = {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  posts: Posts;
  library: Library;
  /** The files of the library. */
  files: PictureStore;
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
  return {
    ...createSiteExport({ ...deps, site: { name: site.name, description: site.tagline } }),
    startImport: (path: string, options?: ImportOptions) =>
      startImport({ ...deps, ...library, ...posts }, path, options),
    ...createRedirects({ db: forPublic(db), now }),
  };
}
