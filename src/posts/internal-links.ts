import type { InternalLink } from '../rendering/findings/body-rules.ts';
import type { Site } from '../site.ts';
import { createFindings, quoted } from '../text/finding.ts';

/** What the site serves beside its pages, posts, authors and media; whether it is there is not looked up. */
const FILE =
  /^\/(?:(?:molecules|api|newsletter)\/.+|sitemap\.xml|feed\.(?:xml|json)|robots\.txt|llms\.txt|site\.webmanifest|(?:[\w-]+\/)?share\.png)$/i;

const KINDS = {
  post: /^\/blog\/([^/]+?)(?:\.md)?(?:\/.*)?$/,
  media: /^\/media\/([0-9a-f]{32})\/[^/]+$/,
  author: /^\/authors\/([^/]+)(?:\/share\.png|\/)?$/i,
  page: /^(.+?)\/?$/,
} as const;

type Target = { kind: keyof typeof KINDS; key: string; path: string };

/** Engines limit the parameters of a statement; a text with more links is none that somebody reads. */
const MAX_LINKS = 10_000;

/**
 * Finds links to this site and pictures of it that lead nowhere. A link to a post that is not public yet only warns: of
 * two posts that link to each other, one is published first.
 */
export async function findDeadLinks(site: Site, links: readonly InternalLink[]) {
  const { report, list } = createFindings();
  const places = links.slice(0, MAX_LINKS).flatMap(({ path: written, line }) => {
    const target = targetOf(site, written);
    return target === null ? [] : [{ target, line, written: written.replace(/[?#].*$/s, '') }];
  });
  const find = await lookUp(
    site,
    places.flatMap(({ target }) => target ?? []),
  );
  for (const { target, line, written } of places) {
    const link = `The link to ${quoted(written, 80)}`;
    if (target === undefined) {
      const why = `${link} is relative: begin it with / or https://, or write \\[ for a bracket that begins no link.`;
      report('dead-link', { line }, why, 'error');
      continue;
    }
    const isPublic = find(target);
    if (isPublic === undefined) {
      report('dead-link', { line }, `${link} does not lead to a page on this site.`, 'error');
    } else if (!isPublic) {
      report('link-to-draft', { line }, `${link} leads to a post that is not public yet.`);
    }
  }
  return list();
}

/** Where on this site a link leads; null for another site, undefined for a relative one. */
function targetOf({ identity }: Site, written: string): Target | null | undefined {
  if (!/^(?:https?:|[/\\])/i.test(written)) return undefined;
  const url = URL.parse(written, identity.url);
  if (url?.host !== new URL(identity.url).host) return null;
  const path = decoded(url.pathname);
  for (const kind of ['post', 'media', 'author', 'page'] as const) {
    const key = KINDS[kind].exec(path)?.[1]?.toLowerCase();
    if (key !== undefined) return { kind, key, path };
  }
  return null;
}

/** @returns whether the public sees a target; undefined where there is none */
async function lookUp({ db: { query }, now, pages }: Site, targets: readonly Target[]) {
  if (targets.length === 0) return () => undefined;
  // PostgreSQL takes no empty list.
  const keys = (wanted: Target['kind']) => [
    '',
    ...new Set(targets.flatMap(({ kind, key }) => (kind === wanted ? key : []))),
  ];
  const former = query
    .selectFrom('former_slugs')
    .innerJoin('posts', 'posts.id', 'former_slugs.post_id')
    .select(['former_slugs.slug as key', 'posts.status', 'posts.date'])
    .where('former_slugs.slug', 'in', keys('post'));
  const current = query
    .selectFrom('current_posts')
    .select(['slug as key', 'status', 'date'])
    .where('slug', 'in', keys('post'));
  const [posts, pictures, files, authors, redirects] = await Promise.all([
    former.execute().then(async (rows) => [...rows, ...(await current.execute())]),
    query.selectFrom('pictures').select('id as key').where('id', 'in', keys('media')).execute(),
    query.selectFrom('attachments').select('id as key').where('id', 'in', keys('media')).execute(),
    query.selectFrom('authors').select('slug as key').where('slug', 'in', keys('author')).execute(),
    query.selectFrom('redirects').select('path as key').where('path', 'in', keys('page')).execute(),
  ]);
  const instant = now();
  const shown = new Map(
    posts.map(({ key, status, date }) => [key, status === 'published' && date <= instant]),
  );
  const others = new Set([...pictures, ...files, ...authors, ...redirects].map(({ key }) => key));
  return ({ kind, key, path }: Target): boolean | undefined => {
    if (kind === 'post') return shown.get(key);
    return others.has(key) || pages.includes(key) || pages.includes(path) || FILE.test(path)
      ? true
      : undefined;
  };
}

function decoded(text: string): string {
  try {
    // PostgreSQL takes no NUL.
    return decodeURIComponent(text).replaceAll('\0', '\u{FFFD}');
  } catch {
    return text;
  }
}
