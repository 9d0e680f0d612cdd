import { expect, test } from 'vitest';
import routes from '../web/routes.ts';
import { profile } from './profile.ts';

/** Pages for people with a link only. */
const BY_LINK_ONLY = /^\/(?:admin(?:\/|$)|newsletter\/)/;

test('the sitemap and the feeds know every public page, in the order of the routes', () => {
  const paths = routes
    .filter(({ children }) => children === undefined)
    .map(({ path = '' }) => `/${path}`)
    .filter((path) => !/[:*.]/.test(path) && !BY_LINK_ONLY.test(path));
  expect(paths.length).toBeGreaterThan(10);
  expect(profile.pages.map(({ canonical }) => canonical)).toEqual(paths);
});
