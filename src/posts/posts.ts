import type { Retention } from '../content/retention.ts';
import type { RenderBody } from '../rendering/body.ts';
import { shareRenders } from '../rendering/recent-renders.ts';
import type { ReadGlossary } from '../science/glossary/read-glossary.ts';
import type { DrawFormulas } from '../science/math/formula-picture.ts';
import type { ReadSiteMolecule } from '../science/molecules/site-molecules.ts';
import { type Database, forPublic } from '../server/db/connect.ts';
import { createAuthors } from './authors/authors.ts';
import { createAutosaves } from './autosaves.ts';
import { createBulkEditing } from './bulk-editing.ts';
import { createPostsCheck } from './check-posts.ts';
import { createCitedWorks } from './cited-works.ts';
import { createPostCreation } from './creating.ts';
import { createDeleting } from './deleting.ts';
import { createDrawings } from './drawings.ts';
import { createPostEditing } from './editing.ts';
import { createOutdatedRenders } from './outdated-renders.ts';
import { createPostData } from './post-data.ts';
import { createPostSearch } from './post-search.ts';
import { createPreview } from './preview.ts';
import { createPreviewLinks } from './preview-links.ts';
import { createPublicPosts } from './public-posts.ts';
import { createPublicationCheck } from './publication-check.ts';
import { createPostReading } from './reading.ts';
import { createNotices } from './record/notices.ts';
import { type CompareTexts, createRecords } from './record/records.ts';
import { createRenderedRecords } from './record/rendered-records.ts';
import { createRestoring } from './restoring.ts';
import { createRevisions } from './revisions.ts';
import { createPostSaving } from './saving.ts';
import { createTagCounts } from './tag-counts.ts';
import { createTrash } from './trash.ts';
import { createTypedPosts } from './typed-post.ts';
import { createUnpublishedChanges } from './unpublished-changes.ts';

export type PostsDeps = {
  db: Database;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  /** Renders with the glossary as it is now. */
  render: RenderBody;
  /** Whether no body is rendered now. */
  isRenderingIdle: () => boolean;
  readGlossary: ReadGlossary;
  compareTexts: CompareTexts;
  /** The molecules of the site's own pages. */
  readSiteMolecules: () => Promise<ReadSiteMolecule[]>;
  drawFormulas: DrawFormulas;
  /** The author of posts without one. */
  defaultAuthor: string;
  /** The paths of the site's pages and files. */
  pages: readonly string[];
  site: { url: string };
  /** How long the trash keeps posts. */
  retention: Retention;
  /** Called after a change of what the public sees, before the person who made it is answered; not by imports. */
  postChanged: () => void;
};

export type Posts = ReturnType<typeof createPosts>;

/** Posts: what readers see of them, and what writers and the program do with them. */
export function createPosts(deps: PostsDeps) {
  const { db, now } = deps;
  const publicDb = forPublic(db);
  const forReaders = { render: shareRenders(deps.render) };
  const publicPosts = createPublicPosts({ db: publicDb, now });
  const check = createPublicationCheck(deps);
  const saving = createPostSaving({ ...deps, check });
  const editing = createPostEditing({ ...deps, ...saving });
  const deleting = createDeleting(deps);
  const reading = createPostReading(deps);
  const autosaves = createAutosaves(deps);
  const changes = createUnpublishedChanges({ ...deps, ...saving });
  return {
    ...reading,
    ...publicPosts,
    ...createTagCounts(db),
    ...createCitedWorks(deps),
    ...createAuthors(deps),
    ...createPostSearch({ db: publicDb, now }),
    ...createPostData(forReaders),
    ...createDrawings({ ...deps, ...publicPosts }),
    ...saving,
    ...createPostCreation({ ...deps, ...saving, check }),
    ...editing,
    ...changes,
    ...createTypedPosts({ db, check, ...reading, ...autosaves, ...changes }),
    ...deleting,
    ...createRestoring(deps),
    ...createTrash(deps),
    ...createBulkEditing({ ...deps, ...editing, ...deleting, check }),
    ...createPreview(check),
    ...createPostsCheck({ db, check }),
    ...createPreviewLinks(deps),
    ...createRevisions(db),
    ...autosaves,
    ...createRecords(deps),
    ...createNotices(deps),
    ...createRenderedRecords(forReaders),
    ...createOutdatedRenders(deps),
  };
}
