import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { profile } from '../../src/content/profile.ts';
import { retention } from '../../src/content/retention.ts';
import { connectPostgres, connectSqlite, type Database } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createMailFiles } from '../../src/domain/mail/mail-files.ts';
import { createOutbox } from '../../src/domain/mail/outbox.ts';
import { createPictureFiles } from '../../src/domain/media/picture-files.ts';
import { createServices } from '../../src/domain/services.ts';
import { createApp } from '../../src/http/app.ts';

const BATCH = 250;
const ADMINISTRATOR = { email: 'admin@ligara.example', password: randomUUID() };
const HOUR_MS = 3_600_000;
const TAGS = ['Assays', 'Uncertainty', 'Toxicity', 'Binding affinity'];

/** A site with so many posts of ordinary length, one an hour back from now, driven without a port. */
export async function blogOf(posts: number, database: string) {
  const db = database.startsWith('postgres:') ? connectPostgres(database) : connectSqlite(database);
  await migrate(db);
  await fill(db, posts);
  // PostgreSQL does this by itself within a minute or so; until then it plans without figures.
  await sql`analyze`.execute(db.query);
  const services = createServices({
    db,
    now: () => new Date(),
    render: () => Promise.reject(new Error('The benchmark writes no posts')),
    media: {
      files: createPictureFiles(tmpdir()),
      processPicture: () => Promise.reject(new Error('The benchmark takes no pictures')),
    },
    defaultAuthor: '',
    site: { name: '', url: '', email: '', location: '', tagline: '', timeZone: 'UTC' },
    inboxEmail: '',
    mailFiles: createMailFiles(''),
    retention,
    liveForms: true,
    mailIsWaiting: () => undefined,
    postChanged: async () => undefined,
  });
  await services.ensureAdministrator(ADMINISTRATOR);
  const app = createApp({
    services,
    isDatabaseReady: db.isReady,
    renderPage: () => Promise.reject(new Error('The benchmark of the API renders no pages')),
    profile,
    publicUrl: 'http://127.0.0.1',
    assets: null,
    mediaDir: tmpdir(),
    contentPolicy: true,
    reportError: console.error,
  });
  const outbox = createOutbox({ db, now: services.now });
  return { app, services, outbox, signIn: () => signIn(app), close: db.close };
}

/** @returns the token */
async function signIn(app: ReturnType<typeof createApp>): Promise<string> {
  const response = await app.request('/api/admin/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMINISTRATOR),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

async function fill({ query }: Database, posts: number): Promise<void> {
  const newest = Date.now() - HOUR_MS;
  const content = 'A sentence about a measurement and what it does not tell. '.repeat(100);
  for (let first = 0; first < posts; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, posts - first) }, (_, i) => first + i);
    const rows = numbers.map((number) => ({ id: randomUUID(), number }));
    await query
      .insertInto('posts')
      .values(
        rows.map(({ id, number }) => {
          const date = new Date(newest - number * HOUR_MS).toISOString();
          return {
            id,
            slug: `post-${number}`,
            title: `Post number ${number}`,
            description: 'What was measured, how, and how far it can be trusted.',
            author: 'Benchmark',
            cover_image: '',
            cover_image_caption: '',
            status: 'published' as const,
            publish_date: null,
            date,
            reading_time: 5,
            references: '[]',
            version: 1,
            created_at: date,
            updated_at: date,
            content,
            content_html: `<p>${content}</p>`,
          };
        }),
      )
      .execute();
    await query
      .insertInto('post_tags')
      .values(
        rows.map(({ id, number }) => ({
          post_id: id,
          position: 0,
          tag: TAGS[number % TAGS.length] ?? '',
        })),
      )
      .execute();
  }
}
