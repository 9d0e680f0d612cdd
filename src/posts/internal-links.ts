import type { InternalLink } from '../rendering/findings/links.ts';
import type { Database } from '../server/db/connect.ts';
import type { Finding } from '../text/finding.ts';
import { createFindings, quoted } from '../text/finding.ts';
import { NOT_FREED } from './rows.ts';

/** What the site serves beside its pages and posts; whether a certain file is there is not looked up. */
const FILE =
  /^\/(?:(?:media|images|assets|attachments|files|molecules|admin|api|preview)(?:\/|$)|[\w.-]+\.(?:xml|json|txt|svg|png|ico|webmanifest)$)/i;

type Target = 'public' | 'not public';

/** Slugs of one query; engines limit the parameters of a statement. */
const BATCH = 500;

type InternalLinkDeps = {
  db: Pick<Database, 'query'>;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  /** The paths of the site's pages. */
  pages: readonly string[];
};

/**
 * Finds links to this site that lead nowhere. A link to a post that is not public yet only warns: of two posts that
 * link to each other, one is published first.
 */
export function createInternalLinkCheck({ db: { query }, now, pages }: InternalLinkDeps) {
  function fileOrPage(path: string): Target | undefined {
    const isPage = pages.includes(path.replace(/(?<=.)\/$/, '').toLowerCase());
    return isPage || FILE.test(path) ? 'public' : undefined;
  }

  return async (links: readonly InternalLink[]): Promise<Finding[]> => {
    const { report, list } = createFindings();
    const places = links.map((link) => ({ ...link, slug: slugOf(link.path) }));
    const posts = await findPosts(places.flatMap(({ slug }) => slug ?? []));
    for (const { path, line, slug } of places) {
      const target = slug === null ? fileOrPage(path) : posts.get(slug);
      if (target === undefined) {
        const told = `The link to ${quoted(path, 80)} does not lead to a page on this site.`;
        report('dead-link', { line }, told, 'error');
      } else if (target === 'not public') {
        const told = `The link to ${quoted(path, 80)} leads to a post that is not public yet.`;
        report('link-to-draft', { line }, told);
      }
    }
    return list();
  };

  /** Finds posts by current and former slugs. */
  async function findPosts(slugs: readonly string[]): Promise<Map<string, Target>> {
    const instant = now();
    const wanted = [...new Set(slugs)];
    const found = new Map<string, Target>();
    for (let from = 0; from < wanted.length; from += BATCH) {
      const batch = wanted.slice(from, from + BATCH);
      const former = await query
        .selectFrom('former_slugs')
        .innerJoin('posts', 'posts.id', 'former_slugs.post_id')
        .select(['former_slugs.slug', 'posts.status', 'posts.date'])
        .where('former_slugs.slug', 'in', batch)
        .where('is_freed', '=', NOT_FREED)
        .execute();
      const current = await query
        .selectFrom('current_posts')
        .select(['slug', 'status', 'date'])
        .where('slug', 'in', batch)
        .execute();
      for (const { slug, status, date } of [...former, ...current]) {
        found.set(slug, status === 'published' && date <= instant ? 'public' : 'not public');
      }
    }
    return found;
  }
}

/** The slug in the path of a post or of a file below it; null for other paths. */
function slugOf(path: string): string | null {
  const slug = /^\/blog\/([^/]+?)(?:\.md)?(?:\/.*)?$/.exec(path)?.[1];
  return slug === undefined ? null : decoded(slug).toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
