import { deepStrictEqual } from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { signIn } from '../harness/editor.ts';
import { median } from '../harness/statistics.ts';
import { type Load, type LoadTarget, load } from './load.ts';
import type { Row } from './main.ts';

/** Many short rounds for comparisons, so that a disturbance affects both sides. */
const ROUNDS = 7;
const SECONDS = 1;

type RecordedTarget = LoadTarget & { sent: { headers: string[]; base64: string } };
const GENERATED = /^(?:connection|keep-alive|date)$/i;

/**
 * Requests per second and their 99th percentile. Cached pages run in turn with a bare `node:http`
 * server that sends the same bytes.
 */
export async function measureSpeed(): Promise<Row[]> {
  const site = await startProductionSite();
  const uncached = await startProductionSite({ PAGE_CACHE_MB: '0' });
  try {
    await writeLongPost(site);
    const page = await record(`${uncached.address}/blog/how-to-read-an-ic50`, 'identity');
    return [
      ...(await compareWithBare('post page', `${site.address}/blog/long-post`)),
      ...(await compareWithBare('blog list', `${site.address}/blog`)),
      { ...rowOf('post page, uncached', (await inTurn([page]))[0]), target: { atLeast: 600 } },
    ];
  } finally {
    await site.stop();
    await uncached.stop();
  }
}

/**
 * Writes a post whose page has about 150 KB of HTML: the sample posts, one after another, since a
 * repeated text would compress better than any real post.
 */
async function writeLongPost(site: ProductionSite): Promise<void> {
  const { call } = await signIn(site);
  const { posts } = await call<{ posts: { slug: string }[] }>('GET', '/api/blog/posts');
  const samples = await Promise.all(
    posts.map(({ slug }) => call<{ content: string }>('GET', `/api/blog/posts/${slug}`)),
  );
  // Without citations: the references stay with the samples.
  const content = samples.map((post) => post.content.replaceAll('@', '')).join('\n\n');
  await call('POST', '/api/admin/blog/posts', { title: 'A long post', slug: 'long-post', content });
}

async function record(url: string, encoding: string): Promise<RecordedTarget> {
  // The first response may be a cache miss and differ in its headers.
  await (await fetch(url)).arrayBuffer();
  // The response of a connection that stays open has other headers.
  const agent = new Agent({ keepAlive: true });
  const asked = get(url, { agent, headers: { 'Accept-Encoding': encoding } });
  const [response]: IncomingMessage[] = await once(asked, 'response');
  if (response?.statusCode !== 200) throw new Error(`${url}: status ${response?.statusCode}`);
  const { rawHeaders, socket } = response;
  const body = await buffer(response);
  agent.destroy();
  const headers = rawHeaders.filter((_, at) => !GENERATED.test(rawHeaders[at - (at % 2)] ?? ''));
  const sent = { headers, base64: body.toString('base64') };
  return { url, encoding, bytes: socket.bytesRead, sent };
}

async function compareWithBare(what: string, url: string): Promise<Row[]> {
  const ours = await record(url, 'br');
  const server = fork(join(import.meta.dirname, 'bare-server.ts'));
  try {
    server.send(ours.sent);
    const [port] = await once(server, 'message');
    const bare = await record(`http://127.0.0.1:${port}/`, 'br');
    deepStrictEqual(bare.sent, ours.sent, 'The bare server does not send the same');
    const [us = [], theirs = []] = await inTurn([ours, bare]);
    const of = 'bare node:http';
    const ratio = (figure: (load: Load) => number) =>
      median(us.map((each, round) => figure(each) / figure(theirs[round] ?? each)));
    const [rate, p99] = [ratio((each) => each.requestsPerSecond), ratio((each) => each.p99)];
    return [
      { ...rowOf(`${what}, cached`, us), ratio: { of, value: rate }, target: { atLeast: 0.75 } },
      {
        what: `${what}, p99`,
        figure: median(us.map((each) => each.p99)),
        unit: 'ms',
        ratio: { of, value: p99 },
      },
      rowOf(`${what}, ${of}`, theirs),
    ];
  } finally {
    server.disconnect();
  }
}

async function inTurn(targets: readonly LoadTarget[]): Promise<Load[][]> {
  const loads: Load[][] = targets.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, target] of targets.entries()) {
      const measured = await load(target, SECONDS);
      if (round > 0) loads[at]?.push(measured);
    }
  }
  return loads;
}

function rowOf(what: string, loads: Load[] = []): Row {
  const figure = median(loads.map(({ requestsPerSecond }) => requestsPerSecond));
  return { what, figure, unit: 'requests/s' };
}
