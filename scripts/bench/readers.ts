import type { HttpClient, HttpResponse } from '../harness/http-client.ts';
import { runConcurrently } from '../harness/run-concurrently.ts';
import { CONNECTIONS } from './load.ts';

export const LIST = '/blog';

/** The post under change, as every request sent from `since` on must see it. */
export type PostState = {
  slug: string;
  /** Null while there is no such post. */
  title: string | null;
  /** By `performance.now()`; while `changing`, both states are right. */
  since: number | 'changing';
};

export type Interval = { started: number; ended: number };

export type Findings = {
  visits: Interval[];
  /** Responses that must show the current state. */
  checked: number;
  stale: string[];
};

/** Returns true if the page at `path` shows the current state; pages of other posts need only exist. */
export function shows(
  { slug, title }: Pick<PostState, 'slug' | 'title'>,
  path: string,
  { status, body }: Pick<HttpResponse, 'status' | 'body'>,
): boolean {
  const own = `${LIST}/${slug}`;
  if (path !== LIST && path !== own) return status === 200;
  if (title !== null) return status === 200 && body.includes(title);
  return path === LIST ? status === 200 && !body.includes(`${own}"`) : status === 404;
}

/**
 * Requests the list, other posts and the post under change over all connections, as fast as responses
 * arrive, and checks each response that started and ended between two changes.
 *
 * @param posts the slugs of posts that do not change
 * @param current the caller updates it with each change
 */
export async function keepReading(
  client: HttpClient,
  posts: readonly string[],
  current: PostState,
  findings: Findings,
  isUnderWay: () => boolean,
): Promise<void> {
  const visit = async (path: string) => {
    const before = { ...current };
    const response = await client.send(path);
    findings.visits.push({ started: response.started, ended: response.ended });
    if (before.since === 'changing' || current.since !== before.since) return;
    findings.checked++;
    if (!shows(before, path, response)) findings.stale.push(path);
  };
  let number = 0;
  const next = () => {
    if (!isUnderWay()) return;
    const at = number++;
    if (at % 2 === 0) return visit(LIST);
    return visit(`${LIST}/${at % 4 === 1 ? current.slug : posts[(at >> 2) % posts.length]}`);
  };
  await runConcurrently(CONNECTIONS, next);
}
