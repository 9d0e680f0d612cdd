import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ProductionSite } from '../../../test/production-site.ts';
import { request, ServerError, textOf, uploadPicture } from './write-together.ts';
import { findWrongRows } from './wrong-rows.ts';

/** What is done at once to the same posts. */
type Act = (race: Race, call: Call) => Promise<void>;
/** Resolves to null for what is refused, as when another one was faster. */
type Call = <T>(method: string, path: string, body?: object) => Promise<T | null>;

type Race = {
  /** The posts have these slugs at first. */
  slugs: readonly string[];
  ids: string[];
  picture: string;
  database: pg.Pool;
  /** Texts that were answered as saved. */
  saved: { title: string; id?: string; version?: number; isPublic?: boolean }[];
};

type Post = { id: string; slug: string; version: number; title: string; status: string };

const POSTS = '/api/admin/blog/posts';
const POSTS_PER_RACE = 3;
/** Of a fast act, on each instance. */
const AT_ONCE = 2;
/** Of a fast act; it is repeated as long as the other one takes. */
const REPEATS = 6;
const TIMEOUT_MS = 90_000;

const FAST = { publish, edit, discard, trash, restore, bulk, rename };
const SLOW = { schedule, render };
const ACTS: [name: string, act: Act][] = Object.entries({ ...FAST, ...SLOW });

/**
 * Races each act on one instance against each on another one, and against itself.
 *
 * @param rounds of each pair
 * @returns true if nothing failed, nothing saved was lost, and all rows agreed after each round
 */
export async function raceInstances(
  sites: readonly [ProductionSite, ProductionSite],
  token: string,
  database: pg.Pool,
  rounds: number,
): Promise<boolean> {
  const picture = await uploadPicture(sites[0], token);
  const calls = { done: 0, refused: 0 };
  const callOf =
    ({ address }: ProductionSite): Call =>
    async <T>(method: string, path: string, body?: object) => {
      const { status, answer } = await request<T>(address, token, method, path, body);
      if (status === 400 || status === 401 || status === 403 || status === 429) {
        throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
      }
      calls[status < 400 ? 'done' : 'refused'] += 1;
      return status < 400 ? answer : null;
    };
  const [first, second] = [callOf(sites[0]), callOf(sites[1])];
  const pairs = ACTS.flatMap((one, at) => ACTS.slice(at).map((other) => [one, other] as const));
  const faults: string[] = [];
  let [saved, number] = [0, 0];
  for (const site of sites) newOutput(site);
  await trashAll(database, first);
  for (const pair of Array.from({ length: rounds }, () => pairs).flat()) {
    const slugs = Array.from({ length: POSTS_PER_RACE }, (_, at) => `race-${number}-${at}`);
    const race: Race = { slugs, ids: [], picture, database, saved: [] };
    for (const slug of slugs) {
      const post = await first<Post>('POST', POSTS, textOf(slug, 'new', picture));
      if (post === null) throw new Error(`${slug} was not created`);
      race.ids.push(post.id);
      keep(race, post);
    }
    const [[one, act], [other, against]] = number % 2 === 0 ? pair : [pair[1], pair[0]];
    const found = await meet(race, [act, first], [against, second]);
    found.push(...(await findLost(race)), ...(await findWrongRows(database)));
    found.push(...sites.flatMap((site) => newOutput(site)));
    for (const fault of found) {
      faults.push(fault);
      console.log(`  ${one} against ${other}: ${fault}`);
    }
    saved += race.saved.length;
    number += 1;
    await trashAll(database, first);
  }
  console.log(
    `${number} races of ${pairs.length} pairs on the same posts, 2 instances: ${calls.done} calls done, ` +
      `${calls.refused} refused; ${saved} texts saved; ${faults.length} faults`,
  );
  return faults.length === 0;
}

/** Does two acts at the same time until each is done; a fast one is repeated. */
async function meet(race: Race, ...sides: [act: Act, call: Call][]): Promise<string[]> {
  const faults: string[] = [];
  let open = sides.length;
  const goOn = async ([act, call]: (typeof sides)[number]) => {
    const repeats = isSlow(act) ? 1 : REPEATS;
    for (let done = 1; done <= repeats || (open > 0 && !isSlow(act)); done += 1) {
      const attempts = Array.from({ length: isSlow(act) ? 1 : AT_ONCE }, () =>
        attempt(race, act, call),
      );
      faults.push(...(await Promise.all(attempts)).flat());
      if (done === repeats) open -= 1;
      await sleep(randomInt(open === sides.length ? 10 : 200));
    }
  };
  await Promise.all(sides.map(goOn));
  return faults;
}

function isSlow(act: Act): boolean {
  return Object.values<Act>(SLOW).includes(act);
}

async function attempt(race: Race, act: Act, call: Call): Promise<string[]> {
  try {
    await act(race, call);
    return [];
  } catch (error) {
    if (error instanceof ServerError || error instanceof LateError) return [error.message];
    throw error;
  }
}

function oneOf<T>(values: readonly T[]): T {
  return values[randomInt(values.length)] as T;
}

/** A slug that a post of the race has, had or may get. */
function anySlug({ slugs }: Race): string {
  return oneOf(slugs) + oneOf(['', '', '', '-renamed', '-2']);
}

function keep({ saved }: Race, { id, version, title, status }: Post): void {
  saved.push({ id, version, title, isPublic: status === 'published' });
}

async function put(race: Race, call: Call, slug: string, to: string): Promise<void> {
  const post = await call<Post>('PUT', `${POSTS}/${slug}`, textOf(to, randomUUID(), race.picture));
  if (post !== null) keep(race, post);
}

async function edit(race: Race, call: Call): Promise<void> {
  const slug = anySlug(race);
  await put(race, call, slug, slug);
}

async function rename(race: Race, call: Call): Promise<void> {
  await put(race, call, anySlug(race), anySlug(race));
}

async function saveChanges(race: Race, call: Call, slug: string, publishAt: string | null) {
  const { status: _, ...text } = textOf(anySlug(race), randomUUID(), race.picture);
  const path = `${POSTS}/${slug}/changes`;
  const changes = await call<{ etag: string; post: Post }>('PUT', path, { ...text, publishAt });
  if (changes === null) return null;
  const { etag, post } = changes;
  race.saved.push({ id: post.id, version: Number(etag), title: post.title });
  return path;
}

async function publish(race: Race, call: Call): Promise<void> {
  const path = await saveChanges(race, call, anySlug(race), null);
  const post = path && (await call<Post>('POST', `${path}/publish`));
  if (post) keep(race, post);
}

async function discard(race: Race, call: Call): Promise<void> {
  const path = await saveChanges(race, call, anySlug(race), null);
  if (path) await call('DELETE', path);
}

async function schedule(race: Race, call: Call): Promise<void> {
  const publishAt = new Date(Date.now() + 1_000).toISOString();
  await Promise.all(race.slugs.map((slug) => saveChanges(race, call, slug, publishAt)));
  await untilNone(race, 'changes that are due', DUE);
}

async function trash(race: Race, call: Call): Promise<void> {
  await call('POST', `/api/admin/trash/${oneOf(race.ids)}/restore`, {});
  await call('DELETE', `${POSTS}/${anySlug(race)}`);
}

async function restore(race: Race, call: Call): Promise<void> {
  await call('DELETE', `${POSTS}/${anySlug(race)}`);
  for (const id of race.ids) {
    const slug = oneOf([{}, { slug: anySlug(race) }]);
    const restored = await call<{ post: Post }>('POST', `/api/admin/trash/${id}/restore`, slug);
    if (restored !== null) keep(race, restored.post);
  }
}

async function bulk(race: Race, call: Call): Promise<void> {
  const { rows: posts } = await race.database.query<{ id: string; version: number }>(
    'select id, coalesce(public_version, latest_version) as version from posts where id = any($1)',
    [race.ids],
  );
  const action = oneOf([
    { kind: 'make-draft' },
    { kind: 'publish' },
    { kind: 'publish' },
    { kind: 'add-tag', tag: oneOf(['Races', 'Locks']) },
    { kind: 'remove-tag', tag: oneOf(['Races', 'Methods']) },
  ]);
  const answer = await call<{ results: { outcome: string; post: Post | null }[] }>(
    'POST',
    `${POSTS}/bulk`,
    { posts, action },
  );
  for (const { outcome, post } of answer?.results ?? []) {
    if (outcome === 'changed' && post !== null) keep(race, post);
  }
}

/** Another term: all posts are rendered again. */
async function render(race: Race, call: Call): Promise<void> {
  const term = { term: `Race ${randomUUID()}`, category: 'Pharmacology', definition: 'A race.' };
  const added = await call<{ id: string; version: number }>('POST', '/api/admin/glossary', term);
  if (added === null) throw new Error('The term was refused');
  await untilNone(race, 'posts that are to be rendered again', OUTDATED);
  await call('DELETE', `/api/admin/glossary/${added.id}?version=${added.version}`);
}

const DUE = `from posts join post_versions on post_id = id and version = latest_version
  where id = any($1) and status = 'published' and publish_at is not null and problem is null`;
const OUTDATED = `from posts join post_versions on post_id = id
  where status <> 'trash' and glossary_revision < (select revision from glossary_state)`;

class LateError extends Error {}

/** @param from of a query that finds what is not done yet; `$1` are the ids of the posts */
async function untilNone(
  { database, ids }: Race,
  what: string,
  from: string,
  values: string[] = [],
): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await database.query(`select $1::text[] is null ${from}`, [ids, ...values]);
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new LateError(`still there: ${what}`);
    await sleep(100);
  }
}

/** Texts that were answered as saved and are not a version of their post. */
async function findLost({ database, saved }: Race): Promise<string[]> {
  const { rows } = await database.query<{ title: string; version: number }>(
    `select saved.* from jsonb_to_recordset($1) as saved (id text, version integer, title text, "isPublic" boolean)
      where not exists (select from post_versions as found where found.title = saved.title
        and found.post_id = coalesce(saved.id, found.post_id)
        and found.version = coalesce(saved.version, found.version)
        and (saved."isPublic" is not true or found.published_at is not null))`,
    [JSON.stringify(saved)],
  );
  return rows.map(({ title, version }) => `lost: version ${version} “${title}”`);
}

/** Posts of other races would be rendered again with those of the next one. */
async function trashAll(database: pg.Pool, call: Call): Promise<void> {
  for (;;) {
    const { rows: posts } = await database.query(
      `select id, coalesce(public_version, latest_version) as version from posts
        where status <> 'trash' limit 100`,
    );
    if (posts.length === 0) return;
    await call('POST', `${POSTS}/bulk`, { posts, action: { kind: 'move-to-trash' } });
  }
}

const read = new Map<ProductionSite, number>();

/** What an instance has reported since: failures of its jobs. */
function newOutput(site: ProductionSite): string[] {
  const output = site.output();
  const since = output.slice(read.get(site) ?? 0).trim();
  read.set(site, output.length);
  return since === '' ? [] : [since.slice(0, 1_000)];
}
