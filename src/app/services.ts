import { createAccess } from '../accounts/access.ts';
import { createAudit } from '../accounts/audit.ts';
import type { Retention } from '../content/retention.ts';
import { createInbox } from '../inquiries/inbox.ts';
import { createPersonErasure } from '../inquiries/privacy/erase-person.ts';
import { createPersonExport } from '../inquiries/privacy/export-person.ts';
import { createRetention } from '../inquiries/privacy/retention.ts';
import { createReceiving } from '../inquiries/receiving.ts';
import { composeByKind } from '../mail/compose-by-kind.ts';
import type { MailFiles } from '../mail/mail.ts';
import { countMails } from '../mail/outbox.ts';
import { createLibrary } from '../media/library.ts';
import type { PictureStore } from '../media/picture-store.ts';
import type { ProcessPicture } from '../media/process-picture.ts';
import { createNewsletter } from '../newsletter/newsletter.ts';
import { createAutosaves } from '../posts/autosaves.ts';
import { createBulkEditing } from '../posts/bulk-editing.ts';
import { createPostsCheck } from '../posts/check-posts.ts';
import { createPostCreation } from '../posts/creating.ts';
import { createDrawings } from '../posts/drawings.ts';
import { createPostEditing } from '../posts/editing.ts';
import { createOutdatedRenders } from '../posts/outdated-renders.ts';
import { createPostData } from '../posts/post-data.ts';
import { createPostSearch } from '../posts/post-search.ts';
import { createPreview } from '../posts/preview.ts';
import { createPreviewLinks } from '../posts/preview-links.ts';
import { createPublicPosts } from '../posts/public-posts.ts';
import { createPublicationCheck } from '../posts/publication-check.ts';
import { createPostReading } from '../posts/reading.ts';
import { createRevisions } from '../posts/revisions.ts';
import { createPostSaving } from '../posts/saving.ts';
import { createSearchLimit } from '../posts/search-limit.ts';
import { createTagCounts } from '../posts/tag-counts.ts';
import { createTakingOver } from '../posts/taking-over.ts';
import { createTrash } from '../posts/trash.ts';
import { createUnpublishedChanges } from '../posts/unpublished-changes.ts';
import type { RenderBody } from '../rendering/body.ts';
import type { Chemistry } from '../science/chemistry/chemistry.ts';
import { createGlossary } from '../science/glossary/glossary.ts';
import { createGlossaryReader } from '../science/glossary/read-glossary.ts';
import type { DrawFormulas } from '../science/math/formula-picture.ts';
import { createMolecules } from '../science/molecules/molecules.ts';
import { createSiteMolecules, type SiteMolecule } from '../science/molecules/site-molecules.ts';
import {
  createReferenceReading,
  type LookUpDoi,
  type ReadPasted,
} from '../science/references/reference-reading.ts';
import { type Database, forPublic } from '../server/db/connect.ts';
import { createLimits } from '../server/limits/limits.ts';
import { createSigning } from '../server/signing.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { createSeeding } from '../site/seed.ts';
import { createSiteExport } from '../transfer/crate/export-site.ts';
import type { FetchPicture } from '../transfer/fetch-picture.ts';
import { createImportJob } from '../transfer/import-job.ts';
import { createImportReading } from '../transfer/import-reading.ts';
import { createRedirects } from '../transfer/redirects.ts';
import type { OpenSession } from '../transfer/source-session.ts';
import { createTakeBack } from '../transfer/take-back.ts';
import type { UploadStore } from '../transfer/upload-store.ts';
import { createUploadedImports } from '../transfer/uploaded-imports.ts';

type ServicesDeps = {
  db: Database;
  now: () => Date;
  render: RenderBody;
  /** Whether no body is rendered now. */
  isRenderingIdle: () => boolean;
  chemistry: Chemistry;
  drawFormulas: DrawFormulas;
  /** What computes for a search until a signal aborts. */
  searchChemistry: (signal: AbortSignal) => Chemistry;
  media: { files: PictureStore; processPicture: ProcessPicture };
  /** Sources that administrators upload. */
  uploads: UploadStore;
  /** Opens the sources of imports. */
  openSession: OpenSession;
  /** Fetches the pictures that an import brings from other sites. */
  fetchPicture: FetchPicture;
  /** Milliseconds, monotonic. */
  elapsed: () => number;
  /** The author of posts without one. */
  defaultAuthor: string;
  /** The sender of mails. */
  site: SiteIdentity;
  /** The recipient of notices about inquiries. */
  inboxEmail: string;
  /** Limit of all public searches together; 0 for no limit. */
  searchesPerMinute: number;
  /** The paths of the site's pages. */
  pages: readonly string[];
  /** The molecules that they show. */
  siteMolecules: readonly SiteMolecule[];
  /** Whether the newsletter, investor and waitlist forms reach the server. */
  liveForms: boolean;
  /** Whether a mail server is set: mail reaches people. */
  sendsMail: boolean;
  /** Mails that were written to files. */
  mailFiles: MailFiles;
  /** Retention periods of personal data. */
  retention: Retention;
  /** Called after a change of what the public sees, before the person who made it is answered; not by imports. */
  postChanged: () => void;
  /** Reads what is pasted as references. */
  readPasted: ReadPasted;
  /** Asks a registry for what a DOI names; undefined to ask nobody. */
  lookUpDoi: LookUpDoi | undefined;
  /** Called after mail was committed to the outbox. */
  onMailEnqueued: () => void;
};

/** One function per thing that a person can do. */
export type Services = ReturnType<typeof createServices>;

export function createServices(site: ServicesDeps) {
  const { db, now: clock, media, liveForms } = site;
  const readGlossary = createGlossaryReader(db);
  const render: RenderBody = async (content, options) =>
    site.render(content, { ...options, glossary: await readGlossary() });
  const readSiteMolecules = createSiteMolecules(site);
  const deps = { ...site, render, readSiteMolecules };
  const now = () => clock().toISOString();
  const publicDb = forPublic(db);
  const reading = createPostReading({ db, now });
  const publicPosts = createPublicPosts({ db: publicDb, now });
  const signing = createSigning(db);
  const limits = createLimits({ db, now, signing });
  const receiving = createReceiving({ ...deps, now, limits });
  const check = createPublicationCheck({ ...deps, now });
  const newsletter = createNewsletter({ ...deps, now, signing, limits, anyPost: reading.anyPost });
  const saving = createPostSaving({ ...deps, now, check });
  const { prepareNewPost, createPost } = createPostCreation({ ...deps, ...saving, check });
  const { editFields, editPost } = createPostEditing({ ...deps, ...saving, now });
  const { removeVersion, removeImported, purgeTrash, ...trash } = createTrash({ ...deps, now });
  const { thinVersions, ...revisions } = createRevisions(db);
  const library = createLibrary({ db, now, ...media });
  const importing = {
    ...deps,
    ...library,
    now,
    ...saving,
    prepareNewPost,
    ...createTakingOver({ ...saving, db, now }),
  };
  const takeBack = createTakeBack({ ...deps, ...library, now, removeImported });
  const access = createAccess({ ...deps, now, limits, signing });
  const { purgePreviewLinks, ...previewLinks } = createPreviewLinks({ db, now });
  return {
    ...reading,
    ...publicPosts,
    ...createTagCounts(db),
    ...createPostSearch({ db: publicDb, now }),
    ...createSearchLimit({ ...deps, limits }),
    createPost,
    editPost,
    ...createUnpublishedChanges({ ...deps, ...saving, now }),
    ...trash,
    ...createBulkEditing({ ...deps, check, editFields, removeVersion }),
    ...createOutdatedRenders({ ...deps, now, readGlossary }),
    ...createGlossary({ ...deps, now }),
    ...createDrawings({ ...deps, publishedPost: publicPosts.publishedPost }),
    ...createMolecules({ ...deps, db: publicDb, now }),
    ...createReferenceReading(deps),
    ...createPreview(check),
    ...createPostsCheck({ db, check }),
    ...createPostData({ render }),
    ...previewLinks,
    ...revisions,
    ...createAutosaves({ db, now }),
    ...library,
    ...createRedirects({ db: publicDb, now }),
    ...takeBack,
    ...createSiteExport({
      db,
      now,
      files: media.files,
      site: { name: site.site.name, description: site.site.tagline },
    }),
    ...createUploadedImports({ ...deps, now }),
    ...createImportReading(db),
    ...createImportJob({ ...importing, ...takeBack, uploads: deps.uploads }),
    ...access.services,
    ...createSeeding({ ...access.services, db, prepareNewPost }),
    ...createAudit(db),
    ...receiving.services,
    ...createInbox({ db, now }),
    ...newsletter.services,
    ...createPersonExport({ db, now, signing }),
    ...createPersonErasure({ ...deps, now, signing, limits }),
    ...createRetention({
      ...deps,
      now,
      limits,
      tallyIssues: newsletter.services.tallyIssues,
      purgeAccess: access.purgeAccess,
      purgePreviewLinks,
      purgeTrash,
      thinVersions,
    }),
    onBounce: newsletter.onBounce,
    composeMail: composeByKind({
      ...receiving.composers,
      ...newsletter.composers,
      ...access.composers,
    }),
    mailCounts: () => countMails(db),
    liveForms,
    now,
  };
}
