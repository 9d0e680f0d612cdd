import { expect, test } from 'vitest';
import type { inquiries } from '../inquiries/api/inquiries.ts';
import type { publicPosts } from '../posts/api/posts.ts';
import { caller } from './caller.ts';

type Request = [method: string, path: string, options: object];

const requests: Request[] = [];
const api = caller<typeof inquiries>(async (...request) => {
  requests.push(request);
  return { ok: true, value: null };
});

test('a call reaches the resource that is meant, whatever its name and its filter', async () => {
  requests.length = 0;
  const posts = caller<typeof publicPosts>(async (...request) => {
    requests.push(request);
    return { ok: true, value: null };
  });
  await posts('GET', '/blog/posts/:slug', { param: { slug: 'a/b?c' } });
  await api('GET', '/admin/inquiries', { query: { q: 'a & b', state: '', limit: 5 } });
  await api('PATCH', '/admin/inquiries/:id', { param: { id: '1' }, json: { note: '' } });
  await api('GET', '/admin/inquiries/unread');
  expect(requests).toEqual([
    ['GET', '/api/blog/posts/a%2Fb%3Fc', {}],
    ['GET', '/api/admin/inquiries?q=a+%26+b&limit=5', {}],
    ['PATCH', '/api/admin/inquiries/1', { body: { note: '' } }],
    ['GET', '/api/admin/inquiries/unread', {}],
  ]);
});
