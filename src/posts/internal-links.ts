import type { InternalLink } from '../rendering/findings/body-rules.ts';
import type { Site } from '../site.ts';
import { createFindings, type Finding, quoted } from '../text/finding.ts';

/** What the site serves beside its pages, posts, authors and media; whether it is there is not looked up. */
const FILE =
  /^\/(?:(?:molecules|api|newsletter)\/.+|sitemap\.xml|feed\.(?:xml|json)|robots\.txt|llms\.txt|site\.webmanifest|(?:[\w-]+\/)?share\.png)$/i;

const MEDIA = /^\/media\/([0-9a-f]{32})\/[^/]+$/;
const AUTHOR = /^\/authors\/([^/]+)(?:\/share\.png|\/)?$/i;

type Target = 'public' | 'not public';

/** Engines limit the parameters of a statement; a text with more links is none that somebody reads. */
const MAX_LINKS = 10_000;

/** The path on this site that a target leads to; null for another site, undefined for none. */
function pathOf({ identity }: Site, written: string): string | null | undefined {
  if (!/^(?:https?:|[/\\])/i.test(written)) return undefined;
  const url = URL.parse(written, identity.url);
  return url?.host === new URL(identity.url).host ? decoded(url.pathname) : null;
}

/**
 * Finds links to this site and pictures of it that lead nowhere. A link to a post that is not public yet only warns: of
 * two posts that link to each other, one is published first.
 */
export async function findDeadLinks(
  site: Site,
  links: readonly InternalLink[],
): Promise<Finding[]> {
  const { report, list } = createFindings();
  const places = links.slice(0, MAX_LINKS).flatMap(({ path: written, line }) => {
    const path = pathOf(site, written);
    if (path === null) return [];
    return [{ written: written.replace(/[?#].*$/s, ''), line, path, slug: slugOf(path ?? '') }];
  });
  const posts = await findPosts(
    site,
    places.flatMap(({ slug }) => slug ?? []),
  );
  const others = await findOthers(
    site,
    places.flatMap(({ path }) => path ?? []),
  );
  for (const { written, path, line, slug } of places) {
    const told = `The link to ${quoted(written, 80)}`;
    if (path === undefined) {
      const why = `${told} is relative: begin it with / or https://, or write \\[ for a bracket that begins no link.`;
      report('dead-link', { line }, why, 'error');
      continue;
    }
    const target = slug === null ? others(path) : posts.get(slug);
    if (target === undefined) {
      report('dead-link', { line }, `${told} does not lead to a page on this site.`, 'error');
    } else if (target === 'not public') {
      report('link-to-draft', { line }, `${told} leads to a post that is not public yet.`);
    }
  }
  return list();
}

/** Finds what is not a post. */
async function findOthers({ db: { query }, pages }: Site, paths: readonly string[]) {
  if (paths.length === 0) return () => undefined;
  // PostgreSQL takes no empty list.
  const media = paths.map((path) => MEDIA.exec(path)?.[1] ?? '');
  const authors = paths.map((path) => AUTHOR.exec(path)?.[1]?.toLowerCase() ?? '');
  const plain = paths.map(withoutSlash);
  const found = await Promise.all([
    query.selectFrom('pictures').select('id as key').where('id', 'in', media).execute(),
    query.selectFrom('attachments').select('id as key').where('id', 'in', media).execute(),
    query.selectFrom('authors').select('slug as key').where('slug', 'in', authors).execute(),
    query.selectFrom('redirects').select('path as key').where('path', 'in', plain).execute(),
  ]);
  const known = new Set(found.flat().map(({ key }) => key));
  return (path: string): Target | undefined => {
    const key = withoutSlash((MEDIA.exec(path) ?? AUTHOR.exec(path))?.[1] ?? path);
    const isPage = pages.includes(withoutSlash(path));
    return known.has(key) || isPage || pages.includes(path) || FILE.test(path)
      ? 'public'
      : undefined;
  };
}

/** Finds posts by current and former slugs. */
async function findPosts(
  { db: { query }, now }: Site,
  slugs: readonly string[],
): Promise<Map<string, Target>> {
  const instant = now();
  const wanted = ['', ...new Set(slugs)];
  const former = await query
    .selectFrom('former_slugs')
    .innerJoin('posts', 'posts.id', 'former_slugs.post_id')
    .select(['former_slugs.slug', 'posts.status', 'posts.date'])
    .where('former_slugs.slug', 'in', wanted)
    .execute();
  const current = await query
    .selectFrom('current_posts')
    .select(['slug', 'status', 'date'])
    .where('slug', 'in', wanted)
    .execute();
  return new Map(
    [...former, ...current].map(({ slug, status, date }) => [
      slug,
      status === 'published' && date <= instant ? 'public' : 'not public',
    ]),
  );
}

/** The slug in the path of a post or of a file below it; null for other paths. */
function slugOf(path: string): string | null {
  const slug = /^\/blog\/([^/]+?)(?:\.md)?(?:\/.*)?$/.exec(path)?.[1];
  return slug?.toLowerCase() ?? null;
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '').toLowerCase();
}

function decoded(text: string): string {
  try {
    // PostgreSQL takes no NUL.
    return decodeURIComponent(text).replaceAll('\0', '\u{FFFD}');
  } catch {
    return text;
  }
}
