import { expect, it } from 'vitest';
import { describeEachEngine } from './engines.ts';
import { loadPage, publicPagePaths } from './load-page.ts';
import { makeApp, type TestApp } from './make-app.ts';

/** As they stand in a URL. */
const HOSTILE = [
  '',
  '%00',
  '%FF',
  '%ED%A0%80',
  '%',
  '%2e%2e%2f',
  '..%5C..%5C',
  '%E2%80%AE',
  '%F0%9F%92%8A',
  '-1',
  '0',
  '9'.repeat(30),
  '1e400',
  'NaN',
  '%27%22%3B--',
  '%5B%5D',
  'a%0D%0Ab',
  '%25%5F',
  'a'.repeat(10_000),
  '%F0%9F%92%8A'.repeat(1_000),
  '('.repeat(3_000),
  'a%20'.repeat(2_000),
];

/** What any public address reads, and what it does not. */
const NAMES = [
  'page',
  'q',
  'category',
  'mode',
  'threshold',
  'tag',
  'limit',
  'cursor',
  'after',
  'token',
  'type',
  'data',
  'format',
  'since',
  'q[]',
  '__proto__',
];

describeEachEngine('any public address', (makeDatabase, { engine }) => {
  it('answers whatever a stranger writes into it, and fails at none of it', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    const patterns = [...servedPaths(app), ...publicPagePaths()];
    expect(patterns).toEqual(
      expect.arrayContaining(['/feed.xml', '/api/blog/posts/:slug', '/blog/:slug']),
    );
    // What PostgreSQL refuses and SQLite takes comes first.
    const values = engine === 'sqlite' ? HOSTILE : HOSTILE.slice(0, 6);
    const failed: string[] = [];
    for (const pattern of patterns) {
      const read = READ.get(pattern) ?? (await namesRead(app, pattern));
      READ.set(pattern, read);
      const targets = [
        ...inParameters(pattern, values),
        ...[...read].flatMap((name) => inQuery(pattern, name, values)),
        // What is not read comes with a few values, all at once.
        ...['', '%FF'].map((value) => {
          const others = NAMES.filter((name) => !read.has(name)).map((name) => `${name}=${value}`);
          return `${wholeOf(pattern)}?${others.join('&')}`;
        }),
      ];
      for (const target of targets) {
        const { problem } = await answerTo(app, pattern, target);
        if (problem !== null) failed.push(`${target.slice(0, 100)}: ${problem}`);
      }
    }
    expect(failed).toEqual([]);
    expect(app.errors).toEqual([]);
  }, 120_000);
});

/** The patterns of what the server answers itself, without the admin area. */
function servedPaths({ app }: TestApp): string[] {
  const patterns = app.routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('*'))
    .map(({ path }) => path)
    .filter((path) => !/^\/(?:api\/admin|api\/auth|api\/docs|metrics)\b/.test(path));
  return [...new Set(patterns)];
}

const PARAMETERS = /:\w+(?:\{[^/]*\})?/g;

const wholeOf = (pattern: string) => pattern.replace(PARAMETERS, 'present');

/** A pattern with each value in its parameters. */
function inParameters(pattern: string, values: readonly string[]): string[] {
  if (pattern.search(PARAMETERS) === -1) return [];
  return values.map((value) => pattern.replace(PARAMETERS, () => value || 'x'));
}

/** A pattern with each value of a name behind it, and with the name twice. */
function inQuery(pattern: string, name: string, values: readonly string[]): string[] {
  const whole = wholeOf(pattern);
  return [...values.map((value) => `${whole}?${name}=${value}`), `${whole}?${name}=a&${name}=b`];
}

type Answer = { problem: string | null; content: string };

/** The names that each pattern reads, found once for both engines. */
const READ = new Map<string, ReadonlySet<string>>();

/** The names that a pattern asks its query for, or that change its answer, alone or beside a search. */
async function namesRead(app: TestApp, pattern: string): Promise<ReadonlySet<string>> {
  const whole = wholeOf(pattern);
  let [bare, searched] = ['', ''];
  const asked = await namesAsked(async () => {
    bare = (await answerTo(app, pattern, whole)).content;
    searched = (await answerTo(app, pattern, `${whole}?q=C`)).content;
  });
  const read = new Set(NAMES.filter((name) => asked.has(name)));
  for (const name of NAMES.filter((each) => !read.has(each))) {
    for (const value of ['zz', '2']) {
      const alone = await answerTo(app, pattern, `${whole}?${name}=${value}`);
      const beside = await answerTo(app, pattern, `${whole}?q=C&${name}=${value}`);
      if (alone.content !== bare) read.add(name);
      if (beside.content !== searched) read.add(name);
    }
  }
  return read;
}

/** The names for which queries are asked meanwhile. */
async function namesAsked(work: () => Promise<unknown>): Promise<Set<string>> {
  const { get } = URLSearchParams.prototype;
  const asked = new Set<string>();
  URLSearchParams.prototype.get = function getAndTell(name) {
    asked.add(name);
    return get.call(this, name);
  };
  try {
    await work();
  } finally {
    URLSearchParams.prototype.get = get;
  }
  return asked;
}

async function answerTo(app: TestApp, pattern: string, target: string): Promise<Answer> {
  try {
    if (publicPagePaths().includes(pattern)) {
      return { problem: null, content: JSON.stringify(await loadPage(target, app.services)) };
    }
    const response = await app.app.fetch(new Request(`https://site.test${target}`));
    const content = await response.text();
    const problem =
      response.status >= 500
        ? String(response.status)
        : content.length > 1_000_000
          ? `${content.length} characters`
          : null;
    return { problem, content: `${response.status} ${content}` };
  } catch (error) {
    return { problem: String(error), content: '' };
  }
}
