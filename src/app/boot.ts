import { resolve } from 'node:path';
import { glossaryTerms } from '../content/glossary.ts';
import { molecules } from '../content/molecules.ts';
import { retention } from '../content/retention.ts';
import { site } from '../content/site.ts';
import { createMailFiles } from '../mail/mail-transports.ts';
import { createPictureProcessor } from '../media/process/picture-processor.ts';
import { storedTerms } from '../science/glossary/glossary.ts';
import { createDoiRegistry } from '../science/references/doi-registry.ts';
import type { Config } from '../server/config.ts';
import { currentInstant } from '../server/instants.ts';
import { seedSite } from '../site/seed.ts';
import { createPictureFetcher } from '../transfer/network/fetch-picture.ts';
import { outboxFolder } from './background-jobs.ts';
import { makeSite } from './make-site.ts';
import { lockSqliteData, openDatabase, openPictureStorage } from './open-storage.ts';
import { sitePaths } from './site-paths.ts';
import { reuseRecentRenders } from './threads/recent-renders.ts';
import { createThreads } from './threads/threads.ts';

export type OpenedSite = Awaited<ReturnType<typeof openSite>>;

/** Node.js warns of what is not reported. */
type Reports = {
  onConnectionLost?: (error: Error) => void;
  onRenderFailed?: (error: unknown) => void;
};

export async function openSite(config: Config, { onConnectionLost, onRenderFailed }: Reports = {}) {
  const pictureStore = await openPictureStorage(config);
  const db = await openDatabase(config, onConnectionLost && { reportError: onConnectionLost });
  const threads = createThreads({ onFailure: onRenderFailed });
  const { readPasted, scienceFor, isRenderingIdle, drawShareImage } = threads;
  const forReaders = scienceFor({ owner: 'readers' });
  const opened = makeSite({
    db,
    now: currentInstant,
    render: reuseRecentRenders(threads.render),
    isRenderingIdle,
    chemistry: forReaders,
    typesetFormula: forReaders.typesetFormula,
    searchChemistry: (signal) => scienceFor({ owner: 'searches', signal }),
    files: pictureStore,
    processPicture: createPictureProcessor(),
    fetchPicture: createPictureFetcher(),
    elapsed: () => performance.now(),
    defaultAuthor: site.aiAuthor,
    identity: {
      name: site.name,
      url: config.publicUrl,
      email: site.email.info,
      location: site.location.footer,
      tagline: site.tagline,
      timeZone: site.timeZone,
    },
    pages: sitePaths(),
    siteMolecules: Object.values(molecules),
    inboxEmail: config.inboxEmail ?? site.email.info,
    liveForms: config.liveForms,
    sendsMail: config.smtpUrl !== undefined,
    mailFolder: config.smtpUrl === undefined ? outboxFolder(config) : null,
    searchesPerMinute: config.searchesPerMinute,
    readPasted,
    lookUpDoi: config.doiLookup ? createDoiRegistry(config.publicUrl) : undefined,
    mailFiles: createMailFiles(outboxFolder(config)),
    failures: { mail: null, backup: null },
    retention,
    // Only the process that serves has a cache and sends mails.
    postChanged: () => undefined,
    onMailEnqueued: () => undefined,
  });
  return {
    site: opened,
    drawShareImage,
    async close() {
      await threads.close();
      await db.close();
    },
  };
}

/** What serves: no second process may serve the same files, and an empty site is seeded. */
export async function openToServe(config: Config, reports?: Reports): Promise<OpenedSite> {
  const lock = lockSqliteData(config);
  const opened = await openSite(config, reports);
  const close = async () => {
    await opened.close();
    lock?.release();
  };
  try {
    await storedTerms.seed(opened.site, glossaryTerms);
    await seedSite(opened.site, {
      administrator: config.administrator,
      firstEmail: `admin@${site.domain}`,
      samplePosts: config.seedContent ? resolve(import.meta.dirname, '../content/posts') : null,
      showCredentials({ email, password }) {
        console.log(`Sign in at ${config.publicUrl}/admin/login (shown this once)`);
        console.log(`  e-mail    ${email}\n  password  ${password}`);
      },
    });
    return { ...opened, close };
  } catch (error) {
    // An open site would keep the process from ending.
    await close();
    throw error;
  }
}
