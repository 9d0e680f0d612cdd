import { resolve } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { site } from './content/site.ts';
import { connect } from './db/connect.ts';
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
  const db = connect(config);
  await migrate(db);
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
