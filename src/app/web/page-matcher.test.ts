import type { ServerBuild } from 'react-router';
import { expect, it } from 'vitest';
import { createPageMatcher } from './page-matcher.ts';

const route = (id: string, path: string, parentId?: string) =>
  [id, { id, path, parentId, module: { default: () => null } }] as const;

const routes = Object.fromEntries([
  route('root', ''),
  ['home', { id: 'home', index: true, parentId: 'root', module: {} }],
  route('contact', 'contact', 'root'),
  route('post', 'blog/:slug', 'root'),
  route('preview', 'preview/:token', 'root'),
  route('layout', '', 'root'),
  route('inbox', 'admin/inbox', 'layout'),
  route('inquiry', ':id', 'inbox'),
  route('missing', '*', 'root'),
]);
const match = createPageMatcher({ routes } as unknown as ServerBuild);

it('a page is found as the router finds it, and the log holds no part of its path', () => {
  for (const [path, pattern] of [
    ['/', '/'],
    ['/_.data', '/'],
    ['/contact', '/contact'],
    ['/CONTACT/', '/contact'],
    ['/c%6fntact', '/contact'],
    ['/contact.data', '/contact'],
    ['/contact/_.data', '/contact'],
    ['/blog/a', '/blog/:slug'],
    ['/previe%77/secret', '/preview/:token'],
    ['/Preview/secret.data', '/preview/:token'],
    ['/admin/inbox', '/admin/inbox'],
    ['/admin/inbox/7', '/admin/inbox/:id'],
    ['/secret', '/*'],
    ['/preview%2fsecret', '/*'],
  ] as const) {
    expect([path, match(path).pattern]).toEqual([path, pattern]);
  }
});
