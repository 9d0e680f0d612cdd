import { profile } from '../src/content/profile.ts';
import routes from '../src/routes.ts';

/** A page of a sample post. */
export const POST_PATH = '/blog/how-to-read-an-ic50';

/** A path without a page. */
export const MISSING_PATH = '/no/such/page';

/** Every public page of the route table, with a value for each parameter. */
export const publicPaths = routes
  .map(({ path = '' }) => `/${path}`)
  .filter((path) => path !== '/site.webmanifest' && !path.startsWith('/admin'))
  .map((path) =>
    path
      .replace(':slug', POST_PATH.replace('/blog/', ''))
      .replace(':token', 'no-such-token')
      .replace(':inchikey', 'no-such-molecule')
      .replace('*', MISSING_PATH.slice(1)),
  );

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
