import { deepStrictEqual } from 'node:assert/strict';
import { startProductionSite } from '../../test/production-site.ts';
import { median } from '../harness/statistics.ts';
import { startBareServer } from './bare.ts';
import { type Load, type LoadTarget, load } from './load.ts';
import { LONG_POST, writeLongPost } from './long-post.ts';
import { type RecordedResponse, recordResponse } from './recorded-response.ts';
import type { Row } from './row.ts';

/** Many short rounds for comparisons, so that a disturbance affects both sides. */
const IN_TURN = { rounds: 7, seconds: 1 };
const ALONE = { rounds: 3, seconds: 2 };
const PER_SECOND = 'requests/s';
const BROTLI = { 'Accept-Encoding': 'br' };
const UNCOMPRESSED = { 'Accept-Encoding': 'identity' };

/**
 * Requests per second and their 99th percentile. Cached pages run in turn with a bare `node:http`
 * server that sends the same bytes.
 */
export async function measureSpeed(): Promise<Row[]> {
  const site = await startProductionSite({ SEARCHES_PER_MINUTE: '0' });
  try {
    await writeLongPost(site);
    const post = await targetAt(site.address + LONG_POST, BROTLI);
    const list = await targetAt(`${site.address}/blog`, BROTLI);
    return [
      ...(await compareWithBare({ 'post page': post, 'blog list': list })),
      ...(await measureUncached()),
    ];
  } finally {
    await site.stop();
  }
}

type RecordedTarget = LoadTarget & { response: RecordedResponse };

/** @throws when the response has another status than 200 */
async function targetAt(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<RecordedTarget> {
  // The first response may be a cache miss and differ in its headers.
  await recordResponse(url, headers);
  const response = await recordResponse(url, headers);
  if (response.status !== 200) throw new Error(`${url}: status ${response.status}`);
  return { url, headers, bytes: response.bytes, response };
}

async function compareWithBare(pages: Record<string, RecordedTarget>): Promise<Row[]> {
  const bare = await startBareServer(Object.values(pages).map(({ response }) => response));
  try {
    const rows: Row[] = [];
    for (const [number, [name, ours]] of Object.entries(pages).entries()) {
      const same = await targetAt(bare.urls[number] ?? '', ours.headers);
      deepStrictEqual(sent(same), sent(ours), 'The bare server does not send the same');
      const [us, theirs] = await inTurn([ours, same]);
      if (us === undefined || theirs === undefined) throw new Error('Nothing was measured');
      rows.push(
        ...compared(`${name}, cached`, us, 'bare node:http', theirs),
        rate(`${name}, bare node:http`, theirs),
      );
    }
    return rows;
  } finally {
    await bare.stop();
  }
}

function sent({ response: { status, headers, body } }: RecordedTarget) {
  return { status, headers, body };
}

async function measureUncached(): Promise<Row[]> {
  const site = await startProductionSite({ PAGE_CACHE_MB: '0' });
  try {
    await writeLongPost(site);
    const page = await targetAt(`${site.address}/blog/how-to-read-an-ic50`, UNCOMPRESSED);
    const [loads = []] = await inTurn([page], ALONE);
    const what = 'post page, uncached';
    return [{ ...rate(what, loads), target: { atLeast: 600 } }, p99(what, loads)];
  } finally {
    await site.stop();
  }
}

/** Puts each under load for `seconds`, in turn, after a warm-up. */
async function inTurn(
  targets: readonly LoadTarget[],
  { rounds, seconds } = IN_TURN,
): Promise<Load[][]> {
  for (const loaded of targets) await load(loaded, seconds);
  const loads: Load[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, loaded] of targets.entries()) loads[at]?.push(await load(loaded, seconds));
  }
  return loads;
}

function compared(what: string, ours: Load[], of: string, theirs: Load[]): Row[] {
  const ratio = (figure: (load: Load) => number) => ({
    of,
    value: median(ours.map((each, round) => figure(each) / figure(theirs[round] ?? each))),
  });
  return [
    { ...rate(what, ours), ratio: ratio(({ requestsPerSecond }) => requestsPerSecond) },
    { ...p99(what, ours), ratio: ratio((each) => each.p99) },
  ];
}

function rate(what: string, loads: readonly Load[]): Row {
  const figure = median(loads.map(({ requestsPerSecond }) => requestsPerSecond));
  return { part: 'speed', what, figure, unit: PER_SECOND };
}

function p99(what: string, loads: readonly Load[]): Row {
  const figure = median(loads.map((each) => each.p99));
  return { part: 'speed', what: `${what}, p99`, figure, unit: 'ms' };
}
