import { expect, it } from 'vitest';
import type { Role } from '../../../accounts/roles.ts';
import { isOfPosts, mayOpen, pagesFor } from './navigation.ts';

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

it('people who write, restore or check posts see in the navigation where they are', () => {
  for (const path of ['/admin/create-post', '/admin/edit-post/inbox/revisions']) {
    expect([path, isOfPosts(path)]).toEqual([path, true]);
  }
  expect(isOfPosts('/admin/media')).toBe(false);
});
