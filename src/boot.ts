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
import { openPictureStore } from './domain/media/open-picture-store.ts';
import { createPictureProcessor } from './domain/media/picture-processor.ts';
import { type PictureStore, PicturesUnavailableError } from './domain/media/picture-store.ts';
import { indexOutdatedPosts } from './domain/posts/reindex.ts';
import { createRenderPool } from './domain/posts/render-pool.ts';
import { createServices, type Services } from './domain/services.ts';

export type Site = {
  services: Services;
  /** The storage of the library's pictures. */
  pictureStore: PictureStore;
  db: Database;
  isDatabaseReady: () => Promise<boolean>;
  /** Sets what is called, and awaited, after each change of a post that is or was published. */
  onPostChanged: (refresh: (id: string) => Promise<void>) => void;
  /** Starts the background jobs. Only the process that serves calls this, scripts do not. */
  startJobs: (reportError: (error: unknown) => void) => void;
  /** Waits for the jobs in progress to end, and closes the database. */
  close: () => Promise<void>;
};

/**
 * Opens the database, migrates it, and binds the services to it and to the picture storage.
 *
 * @param onConnectionLost called when PostgreSQL becomes unreachable; without it, Node.js warns
 */
export async function openSite(
  config: Config,
  onConnectionLost?: (error: Error) => void,
): Promise<Site> {
  const pictureStore = await openPictureStorage(config);
  const db = await openDatabase(config, onConnectionLost && { reportError: onConnectionLost });
  const pool = createRenderPool();
  let jobs: BackgroundJobs | undefined;
  let refreshPost = async (_id: string): Promise<void> => undefined;
  const services = createServices({
    db,
    now: () => new Date(),
    render: pool.render,
    media: {
      files: pictureStore,
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
    postChanged: (id) => refreshPost(id),
    onMailEnqueued: () => jobs?.wake(),
  });
  const startJobs: Site['startJobs'] = (reportError) => {
    jobs = startBackgroundJobs({ db, services, config, reportError });
  };
  const close = async () => {
    await jobs?.stop();
    await pool.close();
    await db.close();
  };
  const onPostChanged: Site['onPostChanged'] = (refresh) => {
    refreshPost = refresh;
  };
  const isDatabaseReady = db.isReady;
  return { services, pictureStore, db, isDatabaseReady, onPostChanged, startJobs, close };
}

/** Error codes of S3 for an invalid access key, or one without the permissions. */
const REJECTED_KEY =
  /^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|Forbidden|Unauthorized)$/;

function describeStorageError({ code }: PicturesUnavailableError, bucket: string): string {
  if (REJECTED_KEY.test(code)) return `the store refuses the key (${code})`;
  if (code === 'NoSuchBucket') return `there is no bucket ${bucket} (${code})`;
  return `the store of pictures cannot be used (${code})`;
}

/** @throws ConfigError when pictures cannot be stored where the settings say. */
async function openPictureStorage(config: Config): Promise<PictureStore> {
  try {
    makeDirectory(config.dataDir);
    const files = await openPictureStore(config);
    await files.sweep(Date.now());
    return files;
  } catch (error) {
    if (error instanceof PicturesUnavailableError && config.s3 !== undefined) {
      throw new ConfigError(`S3_URL: ${describeStorageError(error, config.s3.bucket)}`, {
        cause: error,
      });
    }
    const code = systemCode(error);
    if (code === null) throw error;
    throw new ConfigError(`DATA_DIR: there can be no folder for pictures in it (${code})`, {
      cause: error,
    });
  }
}

/** The code of a system error, such as `ENOTDIR`; null for any other error. */
function systemCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:E(?!RR_)[A-Z0-9]+|SQLITE_\w+)$/.test(code) ? code : null;
}

/**
 * Locks the SQLite file against a second process; null with PostgreSQL, which several may share.
 *
 * @throws ConfigError when another process holds the lock, or the directory cannot be used
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
    // A migration must not run into the timeouts of requests.
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

/** Turns a database error that an operator can fix into a `ConfigError`; returns any other unchanged. */
function orConfigError(error: unknown, { databaseUrl }: Config): unknown {
  const failure = describeOpeningFailure(error);
  if (failure === null) return error;
  const setting = databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  return new ConfigError(`${setting}: ${failure}`, { cause: error });
}

/**
 * Seeds a new database and prints the first administrator's credentials once; closes the site on failure.
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

/** Runs a program; an error that an operator can fix prints one line instead of a stack trace. */
export async function run(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    const isFixable = error instanceof ConfigError || error instanceof NewerDatabaseError;
    console.error(isFixable ? error.message : error);
    process.exitCode = 1;
  }
}
