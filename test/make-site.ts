import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { makeSite } from '../src/app/make-site.ts';
import { sitePaths } from '../src/app/site-paths.ts';
import { retention } from '../src/content/retention.ts';
import { createMailFiles } from '../src/mail/mail-transports.ts';
import { processPicture } from '../src/media/process-picture.ts';
import { createDiskPictureStore } from '../src/media/storage/disk-picture-store.ts';
import type { SiteProfile } from '../src/posts/feeds/profile.ts';
import { renderBody } from '../src/rendering/body.ts';
import { createChemistry } from '../src/science/chemistry/rdkit.ts';
import { typesetFormula } from '../src/science/math/typeset.ts';
import { readPasted } from '../src/science/references/read-pasted.ts';
import { connectSqlite, type Database } from '../src/server/db/connect.ts';
import { fail } from '../src/server/failure.ts';
import type { Site } from '../src/site.ts';
import { makeFolder } from './make-folder.ts';

/** The time of a new app's clock. */
export const START = '2026-03-01T09:00:00.000Z';

export const PROFILE: SiteProfile = {
  name: 'Site',
  tagline: 'A site for tests.',
  description: 'It shows posts & pages.',
  disclaimer: 'Nothing here is true.',
  language: 'en-AU',
  email: 'info@site.test',
  icon: '/icon.png',
  blog: { title: 'Site Blog', description: 'What tests <write>.' },
  pages: [
    { title: 'Site', headline: 'Site', description: 'The beginning.', canonical: '/' },
    { title: 'Blog | Site', headline: 'Blog', description: 'All posts.', canonical: '/blog' },
    { title: 'Q & A', headline: 'Q & A', description: 'Answers.', canonical: '/questions' },
  ],
};

const chemistry = createChemistry();

/** Files of the site that tests invent. */
const TEST_FILES = ['a', 'b', 'cover', 'd', 'x', 'y', 'z'].flatMap((name) =>
  ['png', 'svg'].flatMap((type) => [`/${name}.${type}`, `/images/${name}.${type}`]),
);

/** What tests seldom change; mails are sent by the test alone. */
const SEAMS = {
  elapsed: () => performance.now(),
  identity: {
    name: 'Site',
    url: 'https://site.test',
    email: 'info@site.test',
    location: 'Testville',
    tagline: 'A site for tests.',
    timeZone: 'Australia/Brisbane',
  },
  pages: sitePaths().concat(TEST_FILES),
  defaultAuthor: 'Site AI',
  inboxEmail: 'inbox@site.test',
  liveForms: false,
  sendsMail: true,
  mailFolder: null,
  mailFiles: createMailFiles(join(tmpdir(), 'ligara-no-such-folder')),
  searchesPerMinute: 1_200,
  retention,
  render: renderBody,
  isRenderingIdle: () => true,
  chemistry,
  searchChemistry: () => chemistry,
  typesetFormula,
  siteMolecules: [],
  readPasted: async (text: string) => readPasted(text),
  lookUpDoi: undefined,
  processPicture,
  fetchPicture: async () => fail({ kind: 'unavailable', detail: 'no network', retryAfter: 1 }),
  postChanged: () => undefined,
  onMailEnqueued: () => undefined,
} satisfies Partial<Site>;

export type Seams = Parameters<typeof makeSite>[0];

/** A site over an empty database in memory at `START`, with the real renderer of bodies. */
export function makeTestSite(seams: Partial<Seams> = {}): Site {
  return makeSite({
    ...SEAMS,
    failures: { mail: null, backup: null },
    now: () => START,
    ...seams,
    db: seams.db ?? makeMemoryDatabase(),
    files: seams.files ?? createDiskPictureStore(makeFolder()),
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** An empty, migrated database, closed after the test. */
export function makeMemoryDatabase(): Database {
  const db = connectSqlite(readFileSync(inject('sqliteTemplate')));
  onTestFinished(() => db.close());
  return db;
}

/** Pictures on disk, processed in this process. */
export function makeMedia(mediaDir = makeFolder()) {
  return { files: createDiskPictureStore(mediaDir), processPicture };
}

/** A clock that only tests advance. */
export function makeClock() {
  let present = Date.parse(START);
  return {
    now: () => new Date(present),
    set: (instant: string) => {
      present = Date.parse(instant);
    },
    advance: (milliseconds: number) => {
      present += milliseconds;
    },
    advanceDays: (days: number) => {
      present += days * DAY_MS;
    },
  };
}
