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
      for (const target of targets(pattern, values)) {
        const problem = await ask(app, pattern, target);
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

/** A pattern with each value in its parameters, or with each value of each name behind it. */
function targets(pattern: string, values: readonly string[]): string[] {
  const parameters = /:\w+(?:\{[^/]*\})?/g;
  const whole = pattern.replace(parameters, 'present');
  return [
    ...(parameters.test(pattern)
      ? values.map((value) => pattern.replace(parameters, () => value || 'x'))
      : []),
    ...NAMES.flatMap((name) => values.map((value) => `${whole}?${name}=${value}`)),
    ...NAMES.map((name) => `${whole}?${name}=a&${name}=b`),
  ];
}

async function ask(app: TestApp, pattern: string, target: string): Promise<string | null> {
  try {
    if (publicPagePaths().includes(pattern)) await loadPage(target, app.services);
    else {
      const response = await app.app.fetch(new Request(`https://site.test${target}`));
      const { length } = await response.text();
      if (response.status >= 500) return String(response.status);
      if (length > 1_000_000) return `${length} characters`;
    }
  } catch (error) {
    return String(error);
  }
  return null;
}
