import { expect, test } from 'vitest';
import routes from '../web/routes.ts';
import { profile } from './profile.ts';

test('machines are told of every public page, in the order of the routes', () => {
  const paths = routes
    .filter(({ children }) => children === undefined)
    .map(({ index, path = '' }) => (index ? '/' : `/${path}`))
    .filter((path) => !/[:*.]/.test(path) && !path.startsWith('/admin'));
  expect(paths.length).toBeGreaterThan(10);
  expect(profile.pages.map(({ canonical }) => canonical)).toEqual(paths);
});
