import { expect, it } from 'vitest';
import { type ApiDocument, documentOf } from './api-document.ts';
import { describeEachEngine } from './engines.ts';
import { loadPage, publicPagePaths } from './load-page.ts';
import { makeApp, type TestApp } from './make-app.ts';
import { readTable } from './read-table.ts';

/** As they stand in a URL. */
const HOSTILE = [
  ...readTable(new URL('hostile-values.tsv', import.meta.url)).flat(),
  '9'.repeat(30),
  'a'.repeat(10_000),
  '%F0%9F%92%8A'.repeat(1_000),
  '('.repeat(3_000),
  'a%20'.repeat(2_000),
];

/** What public URLs read, and what they do not. */
const NAMES = [
  ...['page', 'q', 'category', 'mode', 'tag', 'limit', 'cursor', 'after', 'token', 'type', 'data'],
  ...['format', 'since', 'from', 'to', 'q[]', '__proto__'],
];

describeEachEngine('any public URL', (makeDatabase, { engine }) => {
  it('answers whatever a stranger writes into it, and fails at none of it', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    const document = await documentOf(app.app);
    const patterns = [...servedPaths(app), ...publicPagePaths()];
    expect(patterns).toEqual(
      expect.arrayContaining(['/feed.xml', '/api/blog/posts/:slug', '/blog/:slug']),
    );
    // What PostgreSQL refuses and SQLite takes comes first.
    const values = engine === 'sqlite' ? HOSTILE : HOSTILE.slice(0, 6);
    const failed: string[] = [];
    const ask = async (pattern: string, target: string) => {
      const problem = await problemWith(app, pattern, target);
      if (problem !== null) failed.push(`${target.slice(0, 100)}: ${problem}`);
    };
    for (const pattern of patterns) {
      const read = await namesRead(() => ask(pattern, `${wholeOf(pattern)}?q=C`));
      for (const name of namesDeclared(document, pattern)) read.add(name);
      for (const target of targetsOf(pattern, read, values)) await ask(pattern, target);
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

/** A pattern with each value in its parameters and in each name that it reads, with a name twice, and with all names. */
function targetsOf(pattern: string, read: ReadonlySet<string>, values: readonly string[]) {
  const whole = wholeOf(pattern);
  // An API rejects the first wrong parameter: each is sent alone.
  const names = NAMES.filter((name) => read.has(name));
  return [
    ...(whole === pattern ? [] : values).map((value) =>
      pattern.replace(PARAMETERS, () => value || 'x'),
    ),
    ...names.flatMap((name) => values.map((value) => `${whole}?${name}=${value}`)),
    ...names.map((name) => `${whole}?${name}=a&${name}=b`),
    ...['', '%FF'].map((value) => `${whole}?${NAMES.map((name) => `${name}=${value}`).join('&')}`),
  ];
}

/** The parameters of a call's query: the API drops all others before it reads any. */
function namesDeclared({ paths }: ApiDocument, pattern: string): string[] {
  const { get } = paths[pattern.replaceAll(/:(\w+)/g, '{$1}')] ?? {};
  return (get?.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name);
}

/** The names for which queries are asked meanwhile. */
async function namesRead(work: () => Promise<unknown>): Promise<Set<string>> {
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

async function problemWith(app: TestApp, pattern: string, target: string): Promise<string | null> {
  try {
    if (publicPagePaths().includes(pattern)) {
      await loadPage(target, app.site);
      return null;
    }
    const response = await app.app.fetch(new Request(`https://site.test${target}`));
    const { length } = await response.text();
    if (response.status >= 500) return String(response.status);
    return length > 1_000_000 ? `${length} characters` : null;
  } catch (error) {
    return String(error);
  }
}
