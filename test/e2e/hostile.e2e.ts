import { METHODS } from 'node:http';
import { expect } from '@playwright/test';
import { type RawResponse, sendRaw } from '../raw-connection.ts';
import { readTable } from '../read-table.ts';
import { test } from './page-test.ts';

/** Files are out of reach, and no method is overridden, by `src/server/http/*.test.ts`. */

/** Sends a request as nobody's browser would. */
function ask(
  address: string | undefined,
  target: string,
  headers: readonly string[] = [],
  { method = 'GET', host = 'evil.example', body = '' } = {},
): Promise<RawResponse> {
  const lines = [`Host: ${host}`, 'Connection: close', ...headers];
  return sendRaw(Number(new URL(address ?? '').port), target, { method, lines, body });
}

const everythingIn = ({ headers, body }: RawResponse) => JSON.stringify([...headers]) + body;

const [TARGETS = [], SPELLINGS = []] = readTable(
  new URL('hostile-targets.tsv', import.meta.url),
).map(([row = '']) => row.split(' '));

const POISON = readTable(new URL('poison.tsv', import.meta.url)).flat();

test('hostile requests: hosts, spellings and methods harm nobody', async ({ baseURL }) => {
  await test.step('no host or header that a visitor makes up is in any page, for that visitor or the next', async () => {
    const host = new URL(baseURL ?? '').host;
    for (const target of TARGETS) {
      const poisoned = await ask(baseURL, target, POISON);
      expect([target, poisoned.status < 500]).toEqual([target, true]);
      const absolute = await ask(baseURL, `http://evil.example${target}`, POISON);
      const next = await ask(baseURL, target, [], { host });
      for (const answer of [poisoned, absolute, next]) {
        expect([target, answer.status]).toEqual([target, poisoned.status]);
        expect([target, everythingIn(answer)]).toEqual([target, expect.not.stringMatching(/evil/)]);
      }
    }
  });
  await test.step('no spelling of a URL leads to another site', async () => {
    for (const spelling of SPELLINGS) {
      const { status, headers } = await ask(baseURL, spelling);
      expect([spelling, status < 500]).toEqual([spelling, true]);
      const { origin } = new URL(headers.get('Location') ?? '/', baseURL);
      expect([spelling, origin]).toEqual([spelling, baseURL]);
    }
  });
  await test.step('a method that a route does not serve is refused and does nothing, on each kind of address', async () => {
    // GET is what the site serves; CONNECT opens no request.
    const methods = METHODS.filter((method) => !['CONNECT', 'GET', 'HEAD'].includes(method));
    const kinds = '/ /blog.data /ADMIN/LOGIN/ /preview/x /api/blog/posts /feed.xml /media/x /%zz';
    for (const path of kinds.split(' ')) {
      const answers = methods.map(async (method) => {
        const headers = ['Content-Type: application/json', 'Content-Length: 2'];
        // A TRACE request has no content (RFC 9110, section 9.3.8): with one it is malformed.
        const sent = method === 'TRACE' ? [] : headers;
        const body = method === 'TRACE' ? '' : '{}';
        const answer = await ask(baseURL, path, sent, { method, body });
        const isRefused = [400, 404, 405].includes(answer.status);
        const isAnswered = answer.status < 500 && isMeant(method, path);
        const isSafe = answer.headers.get('x-content-type-options') === 'nosniff';
        return { method, path, status: answer.status, isSafe: isSafe && (isRefused || isAnswered) };
      });
      expect((await Promise.all(answers)).filter(({ isSafe }) => !isSafe)).toEqual([]);
    }
  });
});

/** Methods of the API's own calls, and of forms, which refuse what is no form. */
function isMeant(method: string, path: string): boolean {
  return (
    method === 'POST' || (path.startsWith('/api/') && ['PUT', 'PATCH', 'DELETE'].includes(method))
  );
}
