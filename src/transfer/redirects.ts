import type { Kysely } from 'kysely';
import { z } from 'zod';
import { isSlug } from '../posts/post.ts';
import { findByFormerSlug, findPostId } from '../posts/rows.ts';
import { forPublic, publicDates } from '../server/db/public-views.ts';
import type { PublicTables, Tables } from '../server/db/tables.ts';
import { decodeUri } from '../server/html/urls.ts';
import type { Site } from '../site.ts';
import { readOtherText } from './files.ts';
import { listed, type SourceFiles, type SourceItem } from './source.ts';

/**
 * Redirects to posts that are not public do not count: they would reveal slugs.
 *
 * @param pathname as in the URL of the request
 */
export async function redirectTarget({ db, now }: Site, pathname: string): Promise<string | null> {
  const { query } = forPublic(db);
  const row = await readRedirect(query, redirectPath(pathname));
  if (row === undefined) return null;
  if (row.post_id === null) return redirectLocation(row.target ?? '');
  const post = await publicDates(query, now())
    .select('slug')
    .where('id', '=', row.post_id)
    .executeTakeFirst();
  return post === undefined ? null : `/blog/${post.slug}`;
}

async function readRedirect(query: Kysely<PublicTables>, path: string | null) {
  if (path === null) return;
  const redirects = query.selectFrom('redirects').select(['post_id', 'target']);
  return redirects.where('path', '=', path).executeTakeFirst();
}

/** `from`: a path of the former site, as written there. */
export type NewRedirect = { from: string; to: { postId: string } | { target: string } };

/**
 * Adds a redirect to a post, or to a path of this site. A path of this blog becomes a former slug. An existing redirect
 * stays as it is, unless its post has been erased. No redirect leads to another one, so that none lead in a circle.
 *
 * @returns true if the path leads there now
 */
export async function addRedirect(
  trx: Kysely<Tables>,
  { from, to }: NewRedirect,
  instant: string,
): Promise<boolean> {
  const path = redirectPath(from);
  const target = 'target' in to ? redirectLocation(to.target) : null;
  if (path === null || ('target' in to && target === null)) return false;
  const [, slug = ''] = /^\/blog\/([^/]+)$/.exec(path) ?? [];
  if (isSlug(slug) && 'postId' in to) return addFormerSlug(trx, slug, to.postId);
  const next = target && redirectPath(target.replace(/[?#].*$/s, ''));
  if (next !== null && (next === path || (await readRedirect(trx, next)))) return false;
  const row = { post_id: 'postId' in to ? to.postId : null, target, created_at: instant };
  const known = await readRedirect(trx, path);
  if (known !== undefined && (await hasTarget(trx, known.post_id))) {
    return known.post_id === row.post_id && known.target === target;
  }
  await trx
    .insertInto('redirects')
    .values({ path, ...row })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
    .execute();
  return true;
}

async function addFormerSlug(trx: Kysely<Tables>, slug: string, id: string): Promise<boolean> {
  const current = await findPostId(trx, slug);
  if (current !== null) return current === id;
  await trx
    .insertInto('former_slugs')
    .values({ slug, post_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findByFormerSlug(trx, slug)) === id;
}

async function hasTarget(trx: Kysely<Tables>, postId: string | null): Promise<boolean> {
  if (postId === null) return true;
  const post = trx.selectFrom('posts').select('id').where('id', '=', postId);
  return (await post.executeTakeFirst()) !== undefined;
}

/** Bytes of UTF-8: an index of PostgreSQL holds no more than 2,704. */
const MAX_BYTES = 2_000;

/**
 * The form in which the path of a former site is kept and looked up: decoded, in lower case, without `index.html` and
 * the slash at the end. Null for the home page, which is never redirected, and for what is not a path.
 */
export function redirectPath(pathname: string): string | null {
  if (pathname.length > 3 * MAX_BYTES) return null;
  const decoded = decodeUri(pathname);
  // PostgreSQL stores no NUL; neither engine stores half of a surrogate pair.
  if (!decoded.startsWith('/') || decoded.includes('\0') || !decoded.isWellFormed()) return null;
  const path = decoded
    .normalize('NFC')
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/index\.html?$/, '/')
    .replace(/\/$/, '');
  return path === '' || Buffer.byteLength(path) > MAX_BYTES ? null : path;
}

const HERE = 'https://site.invalid';

/** The limit of a target, percent-encoded: it becomes a header. */
const MAX_TARGET = 2_000;

/**
 * A path of this site as a `Location` holds it: percent-encoded, with its query and fragment. Null for what leads to
 * another site in any browser (`//host`, `/\\host`, `/.//host`), what no header holds, and what is too long.
 */
function redirectLocation(target: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers take line breaks and tabs out of URLs.
  if (!/^\/[^\u0000-\u001f\u007f\\]*$/.test(target) || target.length > MAX_TARGET) return null;
  const url = target.isWellFormed() ? URL.parse(target, HERE) : null;
  if (url === null || url.origin !== HERE || url.pathname.startsWith('//')) return null;
  const location = url.href.slice(HERE.length);
  return location.length > MAX_TARGET ? null : location;
}

type FormerRedirect = { from: string; to: string };

const TABLE = /(?:^|\/)(?:redirects\.json|_redirects)$/;

export async function addFormerRedirects(
  files: SourceFiles,
  items: readonly SourceItem[],
  origins: readonly string[],
): Promise<string[]> {
  const redirects: FormerRedirect[] = [];
  const left: string[] = [];
  for (const path of files.paths.filter((file) => TABLE.test(file))) {
    const read = path.endsWith('_redirects') ? readRedirectLines : readTable;
    const rows = read(await readOtherText(files, path));
    if (rows === null) left.push(path);
    else redirects.push(...rows);
  }
  // Of two posts with one path, the last counts.
  const posts = new Map(
    items.flatMap((item) =>
      item.kind === 'post' ? item.formerPaths.map((path) => [redirectPath(path), item]) : [],
    ),
  );
  for (const { from, to } of redirects) {
    const [plain, path] = [plainPath(from), pathOn(origins, to)];
    const item = path === null ? undefined : posts.get(path);
    if (plain === null || item === undefined) left.push(`${from} to ${to}`);
    else item.formerPaths.push(plain);
  }
  return listed('Redirects that are patterns, lead to no post or cannot be read', left);
}

/** `/from /to 301`, with conditions between them or behind. */
export function readRedirectLines(text: string): FormerRedirect[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [from = '', to = ''] = line.trim().split(/\s+/);
    return /^(?:\/|https?:)/.test(from) && /^(?:\/|https?:)/.test(to) ? [{ from, to }] : [];
  });
}

const tableSchema = z.array(z.object({ from: z.string(), to: z.string() }));

/** Null for other text. */
function readTable(text: string): FormerRedirect[] | null {
  try {
    return tableSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A path that Ghost may write as a pattern of itself alone: `^\/old\/?$`. Null for other patterns. */
function plainPath(from: string): string | null {
  const path = from
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\/', '/')
    .replace(/(?:\/\?|\(\/\)\?)$/, '/');
  return /[()[\]*+?\\|^$]|\/:/.test(path) || !path.startsWith('/') ? null : path;
}

function pathOn(origins: readonly string[], to: string): string | null {
  if (to.startsWith('/')) return redirectPath(to.replace(/[?#].*$/s, ''));
  const url = URL.parse(to);
  return url !== null && origins.includes(url.origin) ? redirectPath(url.pathname) : null;
}
