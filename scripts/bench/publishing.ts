import { setTimeout as sleep } from 'node:timers/promises';
import { startProductionSite } from '../../test/production-site.ts';
import { type Editor, signIn } from '../harness/editor.ts';
import { createHttpClient } from '../harness/http-client.ts';
import { median } from '../harness/statistics.ts';
import { CONNECTIONS } from './load.ts';
import {
  type Findings,
  type Interval,
  keepReading,
  LIST,
  type PostState,
  shows,
} from './readers.ts';
import type { Row } from './row.ts';

const POSTS = 50;
/** Slow changes end the run before `POSTS`; the table says how many there were. */
const MAX_MS = 80_000;
const WARM_UP_MS = 2_000;
/** A request that is slow within this time after a change counts as slowed by it. */
const AFTERMATH_MS = 200;
const QUIET_MS = 400;
const SLOW_MS = 50;
const SAMPLE = 'how-to-read-an-ic50';

/**
 * What readers notice of publishing: 32 connections request posts and the list as fast as they can
 * while posts are published, edited and deleted. No page may be stale once a change has been
 * confirmed, and no reader should wait because of it.
 */
export async function measurePublishing(): Promise<Row[]> {
  const { changes, findings } = await publishWhileRead();
  return [staleness(findings), ...waitingRows(changes, findings.visits)];
}

async function publishWhileRead() {
  const site = await startProductionSite();
  const client = createHttpClient(site.address, CONNECTIONS);
  try {
    const editor = await signIn(site);
    const present = await editor.call<{ posts: { slug: string }[] }>('GET', '/api/blog/posts');
    const slugs = present.posts.map(({ slug }) => slug);
    const current: PostState = { slug: 'none-yet', title: null, since: 0 };
    const findings: Findings = { visits: [], checked: 0, stale: [] };
    let isUnderWay = true;
    const publishing = publish(site.address, editor, current, findings).finally(() => {
      isUnderWay = false;
    });
    const [changes] = await Promise.all([
      publishing,
      keepReading(client, slugs, current, findings, () => isUnderWay),
    ]);
    return { changes, findings };
  } finally {
    client.close();
    await site.stop();
  }
}

/** @returns when each change was sent and confirmed */
async function publish(
  address: string,
  { call }: Editor,
  current: PostState,
  findings: Findings,
): Promise<Interval[]> {
  const sample = await call<{ content: string }>('GET', `/api${LIST}/posts/${SAMPLE}`);
  // Without citations: the references stay with the sample.
  const content = sample.content.replaceAll('@', '');
  await sleep(WARM_UP_MS);
  findings.visits.length = 0;
  const changes: Interval[] = [];
  const deadline = performance.now() + MAX_MS;
  const change = async (title: string | null, method: string, path: string, slug: string) => {
    Object.assign(current, { slug, title, since: 'changing' });
    const started = performance.now();
    await call(method, path, title === null ? undefined : { title, slug, content });
    const ended = performance.now();
    current.since = ended;
    changes.push({ started, ended });
    await checkPages(address, current, findings);
    await sleep(AFTERMATH_MS);
  };
  for (let number = 100; number < 100 + POSTS && performance.now() < deadline; number++) {
    const slug = `published-${number}`;
    const all = '/api/admin/blog/posts';
    await change(`Published as number ${number}`, 'POST', all, slug);
    await change(`Edited as number ${number}`, 'PUT', `${all}/${slug}`, slug);
    await change(null, 'DELETE', `${all}/${slug}`, slug);
    await sleep(QUIET_MS);
  }
  return changes;
}

/** Requests the compressed pages, as a browser does, right after a change. */
async function checkPages(address: string, current: PostState, findings: Findings): Promise<void> {
  const paths = [LIST, `${LIST}/${current.slug}`];
  const check = async (path: string) => {
    const response = await fetch(address + path, { headers: { 'Accept-Encoding': 'br' } });
    const body = Buffer.from(await response.arrayBuffer());
    findings.checked++;
    if (!shows(current, path, { status: response.status, body })) findings.stale.push(path);
  };
  await Promise.all(paths.map(check));
}

function staleness({ checked, stale }: Findings): Row {
  const what = `stale or wrong pages of ${checked.toLocaleString('en')}`;
  return { part: 'publishing', what, figure: stale.length, unit: '', target: { atMost: 0 } };
}

function waitingRows(changes: readonly Interval[], visits: readonly Interval[]): Row[] {
  const row = (what: string, figure: number, unit: string, more: Partial<Row> = {}): Row => ({
    part: 'publishing',
    what,
    figure,
    unit,
    ...more,
  });
  const around = visits.filter((visit) => changes.some((change) => isAround(change, visit)));
  const aside = visits.filter((visit) => !changes.some((change) => isAround(change, visit)));
  const slow = (some: readonly Interval[]) =>
    some.filter((each) => duration(each) > SLOW_MS).length;
  const usual = Math.round((slow(aside) * around.length) / aside.length);
  const slowest = { around: slowestOf(around), aside: slowestOf(aside) };
  const ratio = { value: slowest.around / slowest.aside, of: 'otherwise' };
  const over = `requests over ${SLOW_MS} ms`;
  return [
    row('slowest request otherwise', slowest.aside, 'ms'),
    row('slowest request around a change', slowest.around, 'ms', { ratio }),
    row(`${over} otherwise, of ${count(aside)}`, slow(aside), ''),
    row(`${over} around a change, of ${count(around)}`, slow(around), ''),
    row(`${over} because of a change`, Math.max(0, slow(around) - usual), '', {
      target: { atMost: 0 },
    }),
    row(`a change, median of ${changes.length}`, median(changes.map(duration)), 'ms'),
  ];
}

function isAround(change: Interval, visit: Interval): boolean {
  return visit.ended >= change.started && visit.started <= change.ended + AFTERMATH_MS;
}

function duration({ started, ended }: Interval): number {
  return ended - started;
}

function slowestOf(some: readonly Interval[]): number {
  return some.reduce((slowest, each) => Math.max(slowest, duration(each)), 0);
}

function count(some: readonly unknown[]): string {
  return some.length.toLocaleString('en');
}
