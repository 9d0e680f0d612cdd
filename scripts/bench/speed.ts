import { deepStrictEqual } from 'node:assert/strict';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { type Answer, ask, headerOf } from './answer.ts';
import { type StaticServers, startBare } from './bare.ts';
import { type Load, load, type Question } from './load.ts';
import { LONG_POST, writeLongPost } from './long-post.ts';
import { median } from './measure.ts';
import type { Row, Target } from './row.ts';

/** Many short rounds for what is compared, so that a disturbance falls on all alike. */
const IN_TURN = { rounds: 7, seconds: 1 };
const ALONE = { rounds: 3, seconds: 2 };
const PER_SECOND = 'requests/s';
const BROTLI = { 'Accept-Encoding': 'br' };
const AS_IT_IS = { 'Accept-Encoding': 'identity' };

/**
 * Requests per second and the time that 99 of 100 answers need. Pages from memory run in turn with
 * a bare `node:http` server that does nothing but send the very same bytes.
 */
export async function measureSpeed(): Promise<Row[]> {
  const site = await startProductionSite({ SEARCHES_PER_MINUTE: '0' });
  try {
    await writeLongPost(site);
    const post = await questionAt(site.address + LONG_POST, BROTLI);
    const list = await questionAt(`${site.address}/blog`, BROTLI);
    return [
      ...(await againstOthers({ 'post page': post, 'blog list': list })),
      ...(await measureOneByOne(site, post)),
      ...(await measureUncached()),
    ];
  } finally {
    await site.stop();
  }
}

type Recorded = Question & { answer: Answer };

/** @throws when the answer has another status */
async function questionAt(
  url: string,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Promise<Recorded> {
  // The first answer may come from no cache and differ in its headers.
  await ask(url, headers);
  const answer = await ask(url, headers);
  if (answer.status !== status) throw new Error(`${url} was answered ${answer.status}`);
  return { url, headers, status, bytes: answer.bytes, answer };
}

async function againstOthers(pages: Record<string, Recorded>): Promise<Row[]> {
  const recorded = Object.values(pages);
  const answers = recorded.map(({ answer }) => answer);
  const bare = await startBare(answers);
  try {
    const rows: Row[] = [];
    for (const [number, [name, ours]] of Object.entries(pages).entries()) {
      const same = await sameFrom(bare, number, ours);
      deepStrictEqual(sent(same), sent(ours), 'The bare server does not send the same');
      const [us, theirs] = await inTurn([ours, same]);
      if (us === undefined || theirs === undefined) throw new Error('Nothing was measured');
      rows.push(
        ...compared(`${name}, from memory`, us, 'bare node:http', theirs),
        rate(`${name}, bare node:http`, theirs),
      );
    }
    return rows;
  } finally {
    await bare.stop();
  }
}

/** All of an answer but the lines that the server itself writes of the connection and the hour. */
function sent({ answer: { status, headers, body } }: Recorded) {
  return { status, headers, body };
}

async function sameFrom(servers: StaticServers, number: number, ours: Recorded): Promise<Recorded> {
  return questionAt(servers.addresses[number] ?? '', ours.headers);
}

/** What is not compared with anything. */
async function measureOneByOne(site: ProductionSite, post: Recorded): Promise<Row[]> {
  const { address } = site;
  const tag = headerOf(post.answer, 'ETag');
  const questions = {
    'search page': await questionAt(`${address}/blog?q=binding`, BROTLI),
    'API, list of posts': await questionAt(`${address}/api/blog/posts?limit=20`, BROTLI),
    'API, one post': await questionAt(
      `${address}/api${LONG_POST.replace('/blog', '/blog/posts')}`,
      BROTLI,
    ),
    'static script': await questionAt(address + (await scriptOf(address)), BROTLI),
    ...(tag !== undefined && {
      'post page, not modified': await questionAt(
        post.url,
        { ...BROTLI, 'If-None-Match': tag },
        304,
      ),
    }),
  };
  return measureEach(questions);
}

async function measureUncached(): Promise<Row[]> {
  const site = await startProductionSite({ PAGE_CACHE_MB: '0' });
  try {
    await writeLongPost(site);
    const url = `${site.address}/blog/how-to-read-an-ic50`;
    const question = { 'post page, rendered anew': await questionAt(url, AS_IT_IS) };
    return await measureEach(question, { atLeast: 600 });
  } finally {
    await site.stop();
  }
}

async function measureEach(questions: Record<string, Question>, target?: Target): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, question] of Object.entries(questions)) {
    const [loads = []] = await inTurn([question], ALONE);
    rows.push({ ...rate(name, loads), target }, p99(name, loads));
  }
  return rows;
}

/** Puts each under load for a short while, one after another, several times over. */
async function inTurn(
  questions: readonly Question[],
  { rounds, seconds } = IN_TURN,
): Promise<Load[][]> {
  for (const question of questions) await load(question, seconds);
  const loads: Load[][] = questions.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, question] of questions.entries())
      loads[at]?.push(await load(question, seconds));
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

/** The address of a built script that the home page loads. */
async function scriptOf(address: string): Promise<string> {
  const html = (await ask(address, AS_IT_IS)).body.toString();
  const script = /"(\/static\/[^"]+\.js)"/.exec(html)?.[1];
  if (script === undefined) throw new Error('The home page loads no script');
  return script;
}
