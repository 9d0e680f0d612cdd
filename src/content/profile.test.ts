import { expect, test } from 'vitest';
import routes from '../web/routes.ts';
import { profile } from './profile.ts';

/** Pages that are no use to anybody but who was sent there. */
const OF_ONE_READER = /^\/(?:admin|newsletter)\//;

test('machines are told of every public page, in the order of the routes', () => {
  const paths = routes
    .filter(({ children }) => children === undefined)
    .map(({ index, path = '' }) => (index ? '/' : `/${path}`))
    .filter((path) => !/[:*.]/.test(path) && !OF_ONE_READER.test(path));
  expect(paths.length).toBeGreaterThan(10);
  expect(profile.pages.map(({ canonical }) => canonical)).toEqual(paths);
});
