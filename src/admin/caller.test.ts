import { expect, expectTypeOf, test } from 'vitest';
import type { inquiries } from '../inquiries/api/inquiries.ts';
import type { InquiryDetails } from '../inquiries/inquiry-views.ts';
import type { publicPosts } from '../posts/api/posts.ts';
import { caller, type OutputOf } from './caller.ts';

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
  await api('PUT', '/admin/inquiries/:id/note', {
    param: { id: '1' },
    json: { note: '', version: 0 },
  });
  await api('GET', '/admin/inquiries/unread');
  expect(requests).toEqual([
    ['GET', '/api/blog/posts/a%2Fb%3Fc', {}],
    ['GET', '/api/admin/inquiries?q=a+%26+b&limit=5', {}],
    ['PUT', '/api/admin/inquiries/1/note', { body: { note: '', version: 0 } }],
    ['GET', '/api/admin/inquiries/unread', {}],
  ]);
});

test('a call that the server does not answer, and a field that it does not send, are found by the compiler', () => {
  const param = { id: '1' };
  const calls = () => [
    // @ts-expect-error There is no such path.
    api('GET', '/admin/inquiry'),
    // @ts-expect-error The path has no such method.
    api('POST', '/admin/inquiries', { query: {} }),
    // @ts-expect-error The parameter of the path is missing.
    api('GET', '/admin/inquiries/:id'),
    // @ts-expect-error The parameter of the path has another name.
    api('GET', '/admin/inquiries/:id', { param: { slug: '1' } }),
    // @ts-expect-error There is no such state.
    api('GET', '/admin/inquiries', { query: { state: 'lost' } }),
    // @ts-expect-error The query has no such parameter.
    api('GET', '/admin/inquiries', { query: { word: '' } }),
    // @ts-expect-error The body is missing.
    api('PATCH', '/admin/inquiries/:id', { param }),
    // @ts-expect-error A field of the body has another type.
    api('PATCH', '/admin/inquiries/:id', { param, json: { isRead: 'yes' } }),
    // @ts-expect-error The body has no such field.
    api('PATCH', '/admin/inquiries/:id', { param, json: { isLost: true } }),
  ];
  expect(calls).toBeTypeOf('function');

  type Inbox = typeof inquiries;
  expectTypeOf<OutputOf<Inbox, 'GET', '/admin/inquiries/:id'>>().toExtend<InquiryDetails>();
  expectTypeOf<OutputOf<Inbox, 'GET', '/admin/inquiries'>>().not.toHaveProperty('messages');
  expectTypeOf<OutputOf<Inbox, 'DELETE', '/admin/inquiries/:id'>>().toEqualTypeOf<undefined>();
});
