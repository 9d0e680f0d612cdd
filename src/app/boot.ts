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
import { outboxFolder, startBackgroundJobs } from './background-jobs.ts';
import { makeSite } from './make-site.ts';
import { openDatabase, openPictureStorage } from './open-storage.ts';
import { sitePaths } from './site-paths.ts';
import { reuseRecentRenders } from './threads/recent-renders.ts';
import { createThreads } from './threads/threads.ts';

export type OpenedSite = Awaited<ReturnType<typeof openSite>>;

/** Node.js warns of what is not reported. */
export async function openSite(
  config: Config,
  report: {
    onConnectionLost?: (error: Error) => void;
    onRenderFailed?: (error: unknown) => void;
  } = {},
) {
  const { onConnectionLost, onRenderFailed } = report;
  const pictureStore = await openPictureStorage(config);
  const db = await openDatabase(config, onConnectionLost && { reportError: onConnectionLost });
  const threads = createThreads({ onFailure: onRenderFailed });
  const { readPasted, scienceFor, isRenderingIdle, drawShareImage } = threads;
  const forReaders = scienceFor({ owner: 'readers' });
  let jobs: ReturnType<typeof startBackgroundJobs> | undefined;
  let refresh = (): void => undefined;
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
    postChanged: () => refresh(),
    onMailEnqueued: () => jobs?.wake(),
  });
  return {
    site: opened,
    drawShareImage,
    onPostChanged(refreshPosts: () => void) {
      refresh = refreshPosts;
    },
    /** Only the process that serves calls this, scripts do not. */
    startJobs(reportError: (error: unknown) => void, reportMailFailure?: (answer: string) => void) {
      jobs = startBackgroundJobs({ site: opened, config, reportError, reportMailFailure });
    },
    async close() {
      await jobs?.stop();
      await threads.close();
      await db.close();
    },
  };
}

export async function seedOpened({ site: opened, close }: OpenedSite, config: Config) {
  try {
    await storedTerms.seed(opened, glossaryTerms);
    await seedSite(opened, {
      administrator: config.administrator,
      firstEmail: `admin@${site.domain}`,
      samplePosts: config.seedContent ? resolve(import.meta.dirname, '../content/posts') : null,
      showCredentials({ email, password }) {
        console.log(`Sign in at ${config.publicUrl}/admin/login (shown this once)`);
        console.log(`  e-mail    ${email}\n  password  ${password}`);
      },
    });
  } catch (error) {
    // An open site would keep the process from ending.
    await close();
    throw error;
  }
}
