import type { ServerBuild } from 'react-router';
import { expect, it } from 'vitest';
import { createPageMatcher } from './page-matcher.ts';

const action = () => null;

function route(id: string, path: string, parentId?: string, module: object = {}) {
  return [id, { id, path, parentId, module: { default: () => null, ...module } }];
}

const routes = Object.fromEntries([
  route('root', ''),
  ['home', { id: 'home', index: true, parentId: 'root', module: {} }],
  route('contact', 'contact', 'root', { action }),
  route('post', 'blog/:slug', 'root'),
  route('preview', 'preview/:token', 'root'),
  route('layout', '', 'root', { action }),
  route('inbox', 'admin/inbox', 'layout', { action }),
  route('inquiry', ':id', 'inbox'),
  route('missing', '*', 'root'),
]);
const match = createPageMatcher({ routes } as unknown as ServerBuild);

it.each([
  ['/', '/', ['GET', 'HEAD']],
  ['/_.data', '/', ['GET', 'HEAD']],
  ['/contact', '/contact', ['GET', 'HEAD', 'POST']],
  ['/CONTACT/', '/contact', ['GET', 'HEAD', 'POST']],
  ['/c%6fntact', '/contact', ['GET', 'HEAD', 'POST']],
  ['/contact.data', '/contact', ['GET', 'HEAD', 'POST']],
  ['/contact/_.data', '/contact', ['GET', 'HEAD', 'POST']],
  ['/blog/a', '/blog/:slug', ['GET', 'HEAD']],
  ['/previe%77/secret', '/preview/:token', ['GET', 'HEAD']],
  ['/Preview/secret.data', '/preview/:token', ['GET', 'HEAD']],
  ['/admin/inbox', '/admin/inbox', ['GET', 'HEAD', 'POST']],
  ['/admin/inbox/7', '/admin/inbox/:id', ['GET', 'HEAD']],
  ['/secret', '/*', ['GET', 'HEAD']],
  ['/preview%2fsecret', '/*', ['GET', 'HEAD']],
])(
  '%s is %s: its form is taken, nothing else is, and the log holds no part of it',
  (path, pattern, methods) => {
    expect(match(path)).toEqual({ pattern, methods });
  },
);
