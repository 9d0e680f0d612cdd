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
import { toSearchRow } from '../../src/domain/posts/search-words.ts';
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
    site: {
      name: '',
      url: 'http://127.0.0.1',
      email: '',
      location: '',
      tagline: '',
      timeZone: 'UTC',
    },
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
    pictureFiles: createPictureFiles(tmpdir()),
    contentPolicy: true,
    trustedProxies: [],
    isUnavailable: () => false,
    isOutcomeUnknown: () => false,
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

/** Words by how many posts they are in, in a blog of any size. */
export const WORDS = {
  everyPost: 'measurement',
  everyTenth: 'plate',
  /** Five posts, the newest included. */
  fivePosts: 'xenograft',
};

/** A few are in most posts and most are in few. */
const BODY_WORDS = 40;
const VOCABULARY = Array.from({ length: 5_000 }, (_, number) => `term${number.toString(36)}`);

function bodyOf(number: number, posts: number): string {
  const words = Array.from({ length: BODY_WORDS }, (_, place) => {
    // Evenly spread, the same in every run.
    const share = ((number * 7_919 + place * 104_729) % 99_991) / 99_991;
    return VOCABULARY[Math.floor(VOCABULARY.length ** share) - 1];
  });
  const isRare = number % Math.ceil(posts / 5) === 0;
  return [
    `A ${WORDS.everyPost} and what it does not tell.`,
    ...(number % 10 === 0 ? [`The ${WORDS.everyTenth} was read twice.`] : []),
    ...(isRare ? [`It was repeated in a ${WORDS.fivePosts}.`] : []),
    `${words.join(' ')}. `.repeat(4),
  ].join(' ');
}

async function fill({ query }: Database, posts: number): Promise<void> {
  const newest = Date.now() - HOUR_MS;
  for (let first = 0; first < posts; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, posts - first) }, (_, i) => first + i);
    const rows = numbers.map((number) => {
      const date = new Date(newest - number * HOUR_MS).toISOString();
      const text = bodyOf(number, posts);
      const searched = {
        slug: `post-${number}`,
        title: `Post number ${number}`,
        description: 'What was measured, how, and how far it can be trusted.',
      };
      const tags = [TAGS[number % TAGS.length] ?? ''];
      return { id: randomUUID(), date, text, searched, tags };
    });
    await query.transaction().execute(async (trx) => {
      await trx
        .insertInto('posts')
        .values(
          rows.map(({ id, date, text, searched }) => ({
            id,
            ...searched,
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
            content: text,
            content_html: `<p>${text}</p>`,
          })),
        )
        .execute();
      await trx
        .insertInto('post_tags')
        .values(
          rows.flatMap(({ id, tags }) =>
            tags.map((tag, position) => ({ post_id: id, position, tag })),
          ),
        )
        .execute();
      await trx
        .insertInto('post_search')
        .values(
          rows.map(({ id, text, searched, tags }) => ({
            post_id: id,
            ...toSearchRow({ ...searched, text, tags }),
          })),
        )
        .execute();
    });
  }
}
