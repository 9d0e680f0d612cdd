import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { enumerateMolecules } from '../../../test/enumerate-molecules.ts';
import { makePng } from '../../../test/pictures.ts';
import { findWrongRows, TERMS } from './wrong-rows.ts';

/** Writers who save at once, as many on each instance. */
const WRITERS = 12;
/** What their posts share. Few, so that each is in nearly every post. */
const MOLECULES = enumerateMolecules(8);
const TAGS = ['Assays', 'Kinases', 'Methods'];

type Site = { address: string };
type Post = { id: string; slug: string; version: number };
type State = 'public' | 'draft' | 'trash';
type Expected = Post & { title: string; state: State };
type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** A response of 5xx: the call may be made again. */
export class ServerError extends Error {}

/**
 * Many writers create, edit, trash, restore and change posts in bulk at once, which share molecules, terms, tags and a
 * picture. Each has posts of their own, so that none has a reason to be refused.
 *
 * @returns true if no call failed and everything is as it was answered
 */
export async function writeTogether(
  sites: readonly Site[],
  token: string,
  database: pg.Pool,
  rounds: number,
): Promise<boolean> {
  const picture = await uploadPicture(sites[0] as Site, token);
  const expected: Expected[] = [];
  const failures: string[] = [];
  let calls = 0;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const { address } = sites[writer % sites.length] as Site;
    const call: Call = (method, path, body) => {
      calls += 1;
      return send(address, token, method, path, body);
    };
    for (let round = 0; round < rounds; round += 1) {
      const slug = `together-${sites.length}-${writer}-${round}`;
      try {
        expected.push(await writePost(call, slug, { picture, round }));
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        failures.push(error.message);
      }
    }
  });
  await Promise.all(writers);
  const trashed = expected.filter(({ state }) => state === 'trash').map(({ id }) => id);
  const { rowCount } = await database.query(
    `select from posts where status = 'trash' and id = any($1)`,
    [trashed],
  );
  const lost = [...(await findLost(sites, token, expected)), ...(await findWrongRows(database))];
  if (rowCount !== trashed.length) lost.push(`${rowCount} of ${trashed.length} are in the trash`);
  console.log(
    `${WRITERS} writers, ${sites.length} ${sites.length === 1 ? 'instance' : 'instances'}: ` +
      `${calls} calls, ${failures.length} failed; ${expected.length} posts, ${lost.length} not as answered`,
  );
  for (const problem of [...new Set(failures), ...lost].slice(0, 10)) console.log(`  ${problem}`);
  return failures.length === 0 && lost.length === 0;
}

/** The life of a post, which ends public, as a draft or in the trash. */
async function writePost(
  call: Call,
  slug: string,
  { picture, round }: { picture: string; round: number },
): Promise<Expected> {
  const posts = '/api/admin/blog/posts';
  let post: Post = await call('POST', posts, textOf(slug, 'new', picture));
  const title = `${slug} edited`;
  const edit = { ...textOf(slug, 'edited', picture), version: post.version };
  post = await call('PUT', `${posts}/${slug}`, edit);
  for (const kind of ['make-draft', 'publish'] as const) {
    const { results } = await call<{ results: { outcome: string; post: Post }[] }>(
      'POST',
      `${posts}/bulk`,
      { posts: [{ id: post.id, version: post.version }], action: { kind } },
    );
    const [result] = results;
    if (result?.outcome !== 'changed') throw new Error(`${slug}: ${kind} is ${result?.outcome}`);
    post = result.post;
  }
  await call('DELETE', `${posts}/${slug}`);
  if (round % 3 === 0) return { ...post, title, state: 'trash' };
  ({ post } = await call<{ post: Post }>('POST', `/api/admin/trash/${post.id}/restore`, {}));
  if (round % 3 === 1) return { ...post, title, state: 'public' };
  const draft = { ...textOf(slug, 'edited', picture), status: 'draft', version: post.version };
  post = await call('PUT', `${posts}/${slug}`, draft);
  return { ...post, title, state: 'draft' };
}

/** A post with half of the molecules, in any order. */
export function textOf(slug: string, state: string, picture: string) {
  const shown = MOLECULES.map((smiles) => ({ smiles, place: randomInt(1_000) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, MOLECULES.length / 2)
    .map(({ smiles }) => `\`\`\`smiles {name="Compound"}\n${smiles}\n\`\`\``);
  return {
    title: `${slug} ${state}`,
    slug,
    description: 'Written by many at once.',
    status: 'published',
    tags: TAGS,
    content: [`On ${TERMS.join(', ')}.`, `![A plate](${picture})`, ...shown].join('\n\n'),
  };
}

export async function uploadPicture({ address }: Site, token: string): Promise<string> {
  const file = await makePng({ width: 40, height: 30 });
  const response = await fetch(`${address}/api/admin/media?name=plate.png`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png' },
    body: new Uint8Array(file),
  });
  if (!response.ok) throw new Error(`The picture was rejected: ${response.status}`);
  const { picture } = (await response.json()) as { picture: { address: string } };
  return picture.address;
}

async function send<T>(
  address: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const { status, answer } = await request<T>(address, token, method, path, body);
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

/** @throws {ServerError} for a 5xx */
export async function request<T>(
  address: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; answer: T }> {
  const isFile = body instanceof Uint8Array;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  const response = await fetch(address + path, {
    method,
    headers: { 'Content-Type': type, Authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const { status } = response;
  const text = await response.text();
  if (status >= 500) throw new ServerError(`${method} ${path}: ${status} ${text}`);
  return { status, answer: (text === '' ? null : JSON.parse(text)) as T };
}

/** Posts that are not as the last call that changed them answered. */
async function findLost(
  sites: readonly Site[],
  token: string,
  expected: readonly Expected[],
): Promise<string[]> {
  const { address } = sites[0] as Site;
  const lost: string[] = [];
  for (const { slug, title, state, version } of expected) {
    const response = await fetch(`${address}/api/blog/posts/${slug}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const found = response.ok ? ((await response.json()) as Post & Record<string, unknown>) : null;
    const status = state === 'draft' ? 'draft' : 'published';
    const isAsAnswered =
      state === 'trash'
        ? response.status === 404
        : found?.title === title && found.status === status && found.version === version;
    if (!isAsAnswered) lost.push(`${slug} is not ${state} as “${title}”: ${response.status}`);
  }
  return lost;
}
