import { profile } from '../src/content/profile.ts';

/** A page of a sample post. */
export const POST_PATH = '/blog/how-to-read-an-ic50';

/** A path without a page. */
export const MISSING_PATH = '/no/such/page';

/** The public pages that need no token: the indexed ones, a post and the page of a missing path. */
export const contentPaths = [
  ...profile.pages.map(({ canonical }) => canonical),
  POST_PATH,
  MISSING_PATH,
];

/** The pages that send no framework. */
export const staticPaths = [
  '/purpose',
  '/teams',
  '/investor-opportunity',
  '/blog',
  POST_PATH,
  '/molecules',
  '/privacy-policy',
  '/terms-of-service',
  '/compliance',
  MISSING_PATH,
];

/** The pages with the framework. */
export const hydratedPaths = contentPaths.filter((path) => !staticPaths.includes(path));
