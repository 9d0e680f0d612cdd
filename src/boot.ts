import { resolve } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { site } from './content/site.ts';
import { connect, type Database } from './db/connect.ts';
import { migrate, NewerDatabaseError } from './db/migrate.ts';
import { furnish } from './domain/first-start.ts';
import { createRenderPool } from './domain/posts/render-pool.ts';
import { createServices, type Services } from './domain/services.ts';

export type Site = {
  services: Services;
  isDatabaseReady: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** Opens the database, brings it up to date, and binds the services to it. */
export async function openSite(config: Config): Promise<Site> {
  const db = await openDatabase(config);
  const pool = createRenderPool();
  const services = createServices({
    db,
    now: () => new Date(),
    render: pool.render,
    defaultAuthor: site.aiAuthor,
  });
  const close = async () => {
    await pool.close();
    await db.close();
  };
  return { services, isDatabaseReady: db.isReady, close };
}

/** What drivers and the system say when there is no way in to the database. */
const NO_WAY_IN = new Set(
  `EACCES EEXIST ENOTDIR EROFS SQLITE_CANTOPEN SQLITE_NOTADB SQLITE_READONLY
   ECONNREFUSED ECONNRESET EHOSTUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT 28000 28P01 3D000 53300
   57P03`.split(/\s+/),
);

/** @throws ConfigError naming the setting when the database cannot be opened. */
async function openDatabase(config: Config): Promise<Database> {
  let db: Database | undefined;
  try {
    db = connect(config);
    await migrate(db);
    return db;
  } catch (error) {
    // Open connections would keep the process from ending.
    await db?.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!NO_WAY_IN.has(code)) throw error;
    const setting = config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
    throw new ConfigError(`${setting}: the database cannot be opened (${code})`, { cause: error });
  }
}

/** Furnishes a new database and tells, once, who may sign in. */
export async function furnishSite({ services }: Site, config: Config): Promise<void> {
  const firstAdministrator = await furnish(services, {
    administrator: config.administrator,
    firstEmail: `admin@${site.domain}`,
    samplePosts: config.seedContent ? resolve(import.meta.dirname, 'content/posts') : null,
  });
  if (firstAdministrator === null) return;
  const { email, password } = firstAdministrator;
  console.log(`Sign in at ${config.publicUrl}/admin/login (shown this once)`);
  console.log(`  e-mail    ${email}\n  password  ${password}`);
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
