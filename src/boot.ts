import { resolve } from 'node:path';
import { type BackgroundJobs, outboxFolder, startBackgroundJobs } from './background-jobs.ts';
import { type Config, ConfigError } from './config.ts';
import { retention } from './content/retention.ts';
import { site } from './content/site.ts';
import { connect, type Database } from './db/connect.ts';
import { type DataDirLock, lockDataDir } from './db/data-dir-lock.ts';
import { makeDirectory } from './db/make-directory.ts';
import { migrate, NewerDatabaseError } from './db/migrate.ts';
import { describeOpeningFailure } from './db/opening-failure.ts';
import { createMailFiles } from './domain/mail/mail-files.ts';
import { openPictureFiles } from './domain/media/open-picture-files.ts';
import { type PictureFiles, PicturesUnavailableError } from './domain/media/picture-files.ts';
import { createPictureProcessor } from './domain/media/picture-processor.ts';
import { indexOutdatedPosts } from './domain/posts/reindex.ts';
import { createRenderPool } from './domain/posts/render-pool.ts';
import { createServices, type Services } from './domain/services.ts';

export type Site = {
  services: Services;
  /** Where the library's pictures are kept. */
  pictureFiles: PictureFiles;
  db: Database;
  isDatabaseReady: () => Promise<boolean>;
  /** Who shows posts is told of each that changes and is or was published, and awaited. */
  onPostChanged: (show: (id: string) => Promise<void>) => void;
  /** Sends mail from now on. For the process that serves; scripts leave it to that. */
  startJobs: (reportError: (error: unknown) => void) => void;
  /** Ends the work, when what is under way has come to its end, and closes the database. */
  close: () => Promise<void>;
};

/**
 * Opens the database, brings it up to date, and binds the services to it and to the pictures.
 *
 * @param connectionLost called when PostgreSQL cannot be reached any more; without it, Node.js warns
 */
export async function openSite(
  config: Config,
  connectionLost?: (error: Error) => void,
): Promise<Site> {
  const pictureFiles = await openLibrary(config);
  const db = await openDatabase(config, connectionLost && { reportError: connectionLost });
  const pool = createRenderPool();
  let work: BackgroundJobs | undefined;
  let showPost = async (_id: string): Promise<void> => undefined;
  const services = createServices({
    db,
    now: () => new Date(),
    render: pool.render,
    media: {
      files: pictureFiles,
      processPicture: createPictureProcessor(),
    },
    defaultAuthor: site.aiAuthor,
    site: {
      name: site.name,
      url: config.publicUrl,
      email: site.email.info,
      location: site.location.footer,
      tagline: site.tagline,
      timeZone: site.timeZone,
    },
    inboxEmail: config.inboxEmail ?? site.email.info,
    liveForms: config.liveForms,
    searchesPerMinute: config.searchesPerMinute,
    mailFiles: createMailFiles(outboxFolder(config)),
    retention,
    postChanged: (id) => showPost(id),
    onMailEnqueued: () => work?.wake(),
  });
  const startJobs: Site['startJobs'] = (reportError) => {
    work = startBackgroundJobs({ db, services, config, reportError });
  };
  const close = async () => {
    await work?.end();
    await pool.close();
    await db.close();
  };
  const onPostChanged: Site['onPostChanged'] = (show) => {
    showPost = show;
  };
  const isDatabaseReady = db.isReady;
  return { services, pictureFiles, db, isDatabaseReady, onPostChanged, startJobs, close };
}

/** What stores say of a key that they do not take, or that may not do what it is for. */
const REFUSED_KEY =
  /^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|Forbidden|Unauthorized)$/;

function storeTrouble({ code }: PicturesUnavailableError, bucket: string): string {
  if (REFUSED_KEY.test(code)) return `the store refuses the key (${code})`;
  if (code === 'NoSuchBucket') return `there is no bucket ${bucket} (${code})`;
  return `the store of pictures cannot be used (${code})`;
}

/** @throws ConfigError when there can be no place for pictures. */
async function openLibrary(config: Config): Promise<PictureFiles> {
  try {
    makeDirectory(config.dataDir);
    const files = await openPictureFiles(config);
    await files.sweep(Date.now());
    return files;
  } catch (error) {
    if (error instanceof PicturesUnavailableError && config.s3 !== undefined) {
      throw new ConfigError(`S3_URL: ${storeTrouble(error, config.s3.bucket)}`, { cause: error });
    }
    const code = systemCode(error);
    if (code === null) throw error;
    throw new ConfigError(`DATA_DIR: there can be no folder for pictures in it (${code})`, {
      cause: error,
    });
  }
}

/** The code of an error of the system, such as `ENOTDIR`; null for any other. */
function systemCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:E(?!RR_)[A-Z0-9]+|SQLITE_\w+)$/.test(code) ? code : null;
}

/**
 * Keeps a second process from serving the same SQLite file; null with PostgreSQL, which several may share.
 *
 * @throws ConfigError when another process serves it, or when the directory cannot be used
 */
export function lockSqliteData({ databaseUrl, dataDir }: Config): DataDirLock | null {
  if (databaseUrl !== undefined) return null;
  let lock: DataDirLock | null;
  try {
    lock = lockDataDir(dataDir);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be used (${code})`, { cause: error });
  }
  if (lock !== null) return lock;
  throw new ConfigError(
    `DATA_DIR: another process serves ${dataDir}. Several need a PostgreSQL in common: set DATABASE_URL`,
  );
}

/** @throws ConfigError naming the setting when the database cannot be opened. */
async function openDatabase(
  config: Config,
  options: Parameters<typeof connect>[1],
): Promise<Database> {
  let db: Database | undefined;
  try {
    // A migration takes as long as the data needs.
    db = connect(config, { ...options, limits: null });
    await migrate(db);
    await indexOutdatedPosts(db);
    if (db.engine === 'sqlite') return db;
    await db.close();
    return connect(config, options);
  } catch (error) {
    // Open connections would keep the process from ending.
    await db?.close();
    throw orConfigError(error, config);
  }
}

/** An error of the database that an operator can mend as a `ConfigError` that names the setting; any other as it is. */
function orConfigError(error: unknown, { databaseUrl }: Config): unknown {
  const failure = describeOpeningFailure(error);
  if (failure === null) return error;
  const setting = databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  return new ConfigError(`${setting}: ${failure}`, { cause: error });
}

/**
 * Seeds a new database and shows, once, who may sign in; closes the site when it fails.
 *
 * @throws ConfigError naming the setting when the database cannot be used
 */
export async function seedSite({ services, close }: Site, config: Config): Promise<void> {
  try {
    await services.seedSite({
      administrator: config.administrator,
      firstEmail: `admin@${site.domain}`,
      samplePosts: config.seedContent ? resolve(import.meta.dirname, 'content/posts') : null,
      showCredentials({ email, password }) {
        console.log(`Sign in at ${config.publicUrl}/admin/login (shown this once)`);
        console.log(`  e-mail    ${email}\n  password  ${password}`);
      },
    });
  } catch (error) {
    // An open site would keep the process from ending.
    await close();
    throw orConfigError(error, config);
  }
}

/** Runs a program; what an operator can mend ends it with one line instead of a stack trace. */
export async function run(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const mendable = error instanceof ConfigError || error instanceof NewerDatabaseError;
    console.error(mendable ? error.message : error);
    process.exitCode = 1;
  }
}
