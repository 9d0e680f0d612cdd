import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Role } from '../../../accounts/roles.ts';
import routes from '../../../routes.ts';
import { ADMIN_PAGES, isOfPosts, mayOpen, pagesFor } from './navigation.ts';

it('writers are led to posts, media and their account, and nowhere else', () => {
  const names = (role: Role) => pagesFor(role).map(({ name }) => name);
  expect(names('writer')).toEqual(['Posts', 'Media', 'Account']);
  expect(names('administrator')).toEqual(
    'Posts Inbox Newsletter Subscribers Media Authors Glossary People Activity Account'.split(' '),
  );
});

it('a page that is not for writers says so in any letter case, and below it', () => {
  for (const path of '/inbox /Inbox/1 /newsletter/a-post /people/'.split(' ')) {
    expect([path, mayOpen('writer', `/Admin${path}`)]).toEqual([path, false]);
    expect(mayOpen('administrator', `/admin${path}`)).toBe(true);
  }
  for (const path of ['/admin/dashboard', '/admin/edit-post/inbox', '/admin/media']) {
    expect([path, mayOpen('writer', path)]).toEqual([path, true]);
  }
});

it('a page that a writer may not open asks the server for nothing on their behalf: a refusal would be logged', () => {
  const pages = routes
    .flatMap(function withChildren(route): typeof routes {
      return [route, ...(route.children ?? []).flatMap(withChildren)];
    })
    .filter(({ file }) => /\badmin\//.test(file));
  const forbidden = ADMIN_PAGES.filter(({ role }) => role === 'administrator');
  const closed = pages.filter(({ file }) =>
    forbidden.some(({ href }) => folderOf(file) === folderOf(pageAt(pages, href))),
  );
  expect(closed.map(({ path }) => path?.replace(/^admin\//, ''))).toEqual(
    'inbox inbox/:id newsletter newsletter/:slug subscribers authors glossary people activity'.split(
      ' ',
    ),
  );
  for (const { file } of closed) {
    const source = readFileSync(`src/${file}`, 'utf8');
    expect(source, file).toContain('export const clientLoader = forAdministrators(');
  }
});

function pageAt(pages: typeof routes, href: string): string {
  const page = pages.find(({ path }) => [path, `admin/${path}`].includes(href.slice(1)));
  if (page === undefined) throw new Error(`No route leads to ${href}`);
  return page.file;
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}

it('people who write, restore or check posts see in the navigation where they are', () => {
  for (const path of ['/admin/create-post', '/admin/edit-post/inbox/revisions']) {
    expect([path, isOfPosts(path)]).toEqual([path, true]);
  }
  expect(isOfPosts('/admin/media')).toBe(false);
});
