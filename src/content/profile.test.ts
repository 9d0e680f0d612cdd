import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import routes from '../routes.ts';
import {
  footerCompany,
  footerLegal,
  headerNavigation,
  mobileNavigationExtra,
} from './navigation.ts';
import { profile } from './profile.ts';

/** Pages that only links and buttons lead to. */
const BY_LINK_ONLY = /^\/(?:admin(?:\/|$)|newsletter\/|molecules\/)/;

/** Pages that no menu names, and where their links are. */
const IN_NO_MENU: Record<string, string> = {
  '/': 'the logo',
  '/investor-opportunity': 'the page for investors',
  '/newsletter': 'the blog and the footer',
  '/molecules': 'the structures in posts',
};

const publicRoutes = routes
  .filter(({ children }) => children === undefined)
  .map(({ path = '', file }) => ({ path: `/${path}`, file }))
  .filter(({ path }) => !/[:*.]/.test(path) && !BY_LINK_ONLY.test(path));

test('the sitemap and the feeds know every public page, in the order of the routes', () => {
  expect(publicRoutes.length).toBeGreaterThan(10);
  expect(
    profile.pages.map(({ canonical }) => canonical),
    'give each page of src/routes.ts a `seo` in src/content, and name it in profile.pages',
  ).toEqual(publicRoutes.map(({ path }) => path));
});

test('every public page is in a menu, or it is known where its link is', () => {
  const menus = [headerNavigation, mobileNavigationExtra, footerCompany.links, footerLegal.links];
  const named = menus.flat().map(({ href }) => href);
  const missing = publicRoutes.filter(({ path }) => !named.includes(path) && !(path in IN_NO_MENU));
  expect(
    missing.map(({ path }) => path),
    'add these to a menu of src/content/navigation.ts, or to IN_NO_MENU in this test',
  ).toEqual([]);
});

test('every public page fills its head from its `seo`', () => {
  const without = publicRoutes.filter(
    ({ file }) =>
      !/\bmeta\b[\s\S]*\b(?:pageMeta|staticMeta|listMeta)\(/.test(
        readFileSync(`src/${file}`, 'utf8'),
      ),
  );
  expect(
    without.map(({ file }) => `src/${file}`),
    'export `meta = staticMeta(seo)`, or one that returns pageMeta(seo, …), or listMeta(seo, …) for a list',
  ).toEqual([]);
});
