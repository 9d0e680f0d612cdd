import { setTimeout as sleep } from 'node:timers/promises';
import { startProductionSite } from '../../test/production-site.ts';
import { createClient } from './client.ts';
import { type Editor, signIn } from './editor.ts';
import { CONNECTIONS } from './load.ts';
import { median } from './measure.ts';
import { type Findings, type Interval, LIST, readOn, shows, type Truth } from './readers.ts';
import type { Row } from './row.ts';

const POSTS = 50;
/** Where a change takes long there are fewer of them; the table says how many. */
const MOST_MS = 80_000;
const WARM_UP_MS = 2_000;
/** So long after its answer, what is slow counts as slow because of a change. */
const AFTERWARDS_MS = 200;
const QUIET_MS = 400;
const SLOW_MS = 50;
const SAMPLE = 'how-to-read-an-ic50';

/**
 * What readers notice of publishing: 32 connections ask for posts and for the list as fast as they are
 * answered while posts are published, edited and deleted. Nobody may see an old page once a change is
 * answered, and nobody should have to wait because of it.
 */
export async function measurePublishing(): Promise<Row[]> {
  const { changes, findings } = await publishWhileRead();
  return [staleness(findings), ...waitingRows(changes, findings.visits)];
}

async function publishWhileRead() {
  const site = await startProductionSite();
  const client = createClient(site.address, CONNECTIONS);
  try {
    const editor = await signIn(site);
    const there = await editor.call<{ posts: { slug: string }[] }>('GET', '/api/blog/posts');
    const slugs = there.posts.map(({ slug }) => slug);
    const truth: Truth = { slug: 'none-yet', title: null, since: 0 };
    const findings: Findings = { visits: [], checked: 0, stale: [] };
    let isUnderWay = true;
    const publishing = publish(site.address, editor, truth, findings).finally(() => {
      isUnderWay = false;
    });
    const [changes] = await Promise.all([
      publishing,
      readOn(client, slugs, truth, findings, () => isUnderWay),
    ]);
    return { changes, findings };
  } finally {
    client.close();
    await site.stop();
  }
}

/** @returns when each change was sent and answered */
async function publish(
  address: string,
  { call }: Editor,
  truth: Truth,
  findings: Findings,
): Promise<Interval[]> {
  const { content } = await call<{ content: string }>('GET', `/api${LIST}/posts/${SAMPLE}`);
  await sleep(WARM_UP_MS);
  findings.visits.length = 0;
  const changes: Interval[] = [];
  const deadline = performance.now() + MOST_MS;
  const change = async (title: string | null, method: string, path: string, slug: string) => {
    Object.assign(truth, { slug, title, since: 'changing' });
    const began = performance.now();
    await call(method, path, title === null ? undefined : { title, slug, content });
    const ended = performance.now();
    truth.since = ended;
    changes.push({ began, ended });
    await lookAt(address, truth, findings);
    await sleep(AFTERWARDS_MS);
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

/** Asks as a browser does, for the compressed page, right after a change. */
async function lookAt(address: string, truth: Truth, findings: Findings): Promise<void> {
  const paths = [LIST, `${LIST}/${truth.slug}`];
  const look = async (path: string) => {
    const response = await fetch(address + path, { headers: { 'Accept-Encoding': 'br' } });
    const body = Buffer.from(await response.arrayBuffer());
    findings.checked++;
    if (!shows(truth, path, { status: response.status, body })) findings.stale.push(path);
  };
  await Promise.all(paths.map(look));
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
  const slow = (some: readonly Interval[]) => some.filter((each) => took(each) > SLOW_MS).length;
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
    row(`a change answered, median of ${changes.length}`, median(changes.map(took)), 'ms'),
  ];
}

function isAround(change: Interval, visit: Interval): boolean {
  return visit.ended >= change.began && visit.began <= change.ended + AFTERWARDS_MS;
}

function took({ began, ended }: Interval): number {
  return ended - began;
}

function slowestOf(some: readonly Interval[]): number {
  return some.reduce((slowest, each) => Math.max(slowest, took(each)), 0);
}

function count(some: readonly unknown[]): string {
  return some.length.toLocaleString('en');
}
