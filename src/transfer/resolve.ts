import { redirectPath } from './redirect-path.ts';
import type { PostItem, Source } from './source.ts';
import { decodePercent } from './text/decode-percent.ts';

/** What a URL in a body leads to. */
export type Target =
  | { kind: 'post'; item: PostItem /** `?…#…`, as written. */; suffix: string }
  | {
      kind: 'file';
      path: string;
      suffix: string;
      /** Its URL on the former site, if the origin is known. */
      former?: string;
    }
  /** Another site, or the former one if its origin is known. */
  | { kind: 'remote'; url: string; isFormer: boolean }
  /** A URL of the former site that is not in the source. */
  | { kind: 'missing'; url: string }
  /** An anchor, a mailbox, a data URL. */
  | { kind: 'other' };

/** @param page the former path of the page, if it is known */
export type Resolve = (written: string, base: string, page?: string) => Target;

/** Finds the targets of the URLs in a source: its own posts and files, by their former URLs or paths. */
export function createResolver({ system, items, files, origins }: Source): Resolve {
  const { posts, postOfFile } = indexItems(items);
  const wordpressPosts = new Map<string, PostItem>();
  if (system === 'wordpress') {
    for (const item of items) {
      if (item.kind === 'post') wordpressPosts.set(item.key.replace(/^.*#/s, ''), item);
    }
  }
  // macOS decomposes the accents in names of files (NFD); links are typed composed (NFC).
  const known = new Map(files.paths.map((path) => [path.normalize('NFC'), path]));
  const bySuffix = indexSuffixes(files.paths);
  const hosts = new Set(origins.flatMap((origin) => hostOf(URL.parse(origin)) ?? []));

  function findFile(path: string): string | undefined {
    const exact = known.get(path);
    if (exact !== undefined) return exact;
    // Static folders are served at the root: `/images/a.png` is `static/images/a.png`.
    const found = bySuffix(path);
    if (found !== undefined) return found;
    // Ghost and its themes ask for smaller ones at paths of their own.
    if (system === 'ghost') {
      return bySuffix(path.replace(/\/size\/[wh]\d+(?:[wh]\d+)?(?:\/format\/\w+)?\//, '/'));
    }
    if (system !== 'wordpress') return undefined;
    // WordPress makes smaller ones of each picture: `a-300x200.png` of `a.png`.
    return bySuffix(path.replace(/-(?:\d+x\d+|scaled)(\.\w+)$/, '$1'));
  }

  /** WordPress leads from `/?p=1` to a post. */
  function byQuery(suffix: string): Target | null {
    const [, id = '', hash = ''] = /^\?(?:p|page_id)=(\d+)(#.*)?$/s.exec(suffix) ?? [];
    const item = wordpressPosts.get(id);
    return item === undefined ? null : { kind: 'post', item, suffix: hash };
  }

  function atPath(path: string, suffix: string): Target | null {
    const asked = byQuery(suffix);
    if (asked !== null) return asked;
    const post = posts.get(redirectPath(path) ?? '');
    if (post !== undefined) return { kind: 'post', item: post, suffix };
    const file = findFile(path.replace(/^\/+/, ''));
    return file === undefined ? byStem(path, suffix) : atFile(file, suffix);
  }

  function atFile(path: string, suffix: string): Target {
    const item = postOfFile.get(path);
    return item === undefined ? { kind: 'file', path, suffix } : { kind: 'post', item, suffix };
  }

  /** `/posts/a` is `content/posts/a.md`. */
  function byStem(path: string, suffix: string): Target | null {
    const stem = path.replace(OUTER_SLASHES, '').replace(/\.(?:html?|md|markdown)$/, '');
    const source = ['.md', '/index.md', '.markdown', '.html']
      .map((ending) => (stem === '' ? undefined : bySuffix(`${stem}${ending}`)))
      .find((each) => each !== undefined && postOfFile.has(each));
    const item = source === undefined ? undefined : postOfFile.get(source);
    return item === undefined ? null : { kind: 'post', item, suffix };
  }

  function relative(path: string, suffix: string, base: string, page?: string): Target | null {
    for (const folder of [base, base.replace(/[^/]+\/$/, '')]) {
      const joined = join(folder, path);
      const found = joined === null ? null : atExactPath(joined, suffix);
      if (found !== null) return found;
    }
    const pathname = page && URL.parse(path, `https://site.invalid${page}`)?.pathname;
    const post = pathname && posts.get(redirectPath(pathname) ?? '');
    if (post) return { kind: 'post', item: post, suffix };
    return atPath(`/${path.replace(/^(?:\.{1,2}\/)+/, '')}`, suffix);
  }

  function atExactPath(path: string, suffix: string): Target | null {
    const clean = path.replace(OUTER_SLASHES, '');
    const item = [clean, `${clean}.md`, `${clean}/index.md`]
      .map((each) => postOfFile.get(known.get(each) ?? ''))
      .find((each) => each !== undefined);
    if (item !== undefined) return { kind: 'post', item, suffix };
    const file = known.get(clean);
    if (file !== undefined) return atFile(file, suffix);
    const post = posts.get(redirectPath(`/${clean}`) ?? '');
    return post === undefined ? null : { kind: 'post', item: post, suffix };
  }

  function absolute(url: URL): Target {
    if (!/^https?:$/.test(url.protocol)) return { kind: 'other' };
    const suffix = `${url.search}${url.hash}`;
    const isFormer = hosts.has(hostOf(url) ?? '');
    const found = isFormer ? atPath(decodePercent(url.pathname).normalize('NFC'), suffix) : null;
    return found ?? { kind: 'remote', url: url.href, isFormer };
  }

  function missing(url: string, base: string, page?: string): Target {
    const [origin] = origins;
    if (origin === undefined) return { kind: 'missing', url };
    const from = new URL(page ?? `/${base.replace(/^\/+/, '')}`, origin);
    return { kind: 'remote', url: new URL(url, from).href, isFormer: true };
  }

  return (written, base, page) => {
    const url = written.trim();
    if (/^(?:[#?]|$)/.test(url)) return { kind: 'other' };
    // Only the generator knows the value of a template.
    if (/\{[{%]/.test(url)) return { kind: 'missing', url };
    const parsed = URL.parse(url.startsWith('//') ? `https:${url}` : url);
    if (parsed !== null) return absolute(parsed);
    const [, path = '', suffix = ''] = /^([^?#]*)([\s\S]*)$/.exec(url) ?? [];
    const clean = decodePercent(path).normalize('NFC');
    const found = clean.startsWith('/')
      ? atPath(clean, suffix)
      : relative(clean, suffix, base, page);
    const elsewhere = missing(url, base, page);
    if (found?.kind !== 'file' || elsewhere.kind !== 'remote') return found ?? elsewhere;
    return { ...found, former: elsewhere.url };
  };
}

/** The posts by their former paths, and by their files. */
function indexItems(items: Source['items']) {
  const posts = new Map<string, PostItem>();
  const postOfFile = new Map<string, PostItem>();
  for (const item of items) {
    if (item.kind !== 'post') continue;
    for (const path of item.formerPaths) {
      const key = redirectPath(path);
      if (key !== null && !posts.has(key)) posts.set(key, item);
    }
    postOfFile.set(item.label, item);
  }
  return { posts, postOfFile };
}

/** The lookbehind keeps it linear: without it, each slash of a long run starts a match. */
const OUTER_SLASHES = /^\/+|(?<!\/)\/+$/g;

/** Sites answer with and without `www.`. */
function hostOf(url: URL | null): string | undefined {
  return url?.host.replace(/^www\./, '');
}

/** Folders above a file by which it is found. */
const MAX_PARTS = 8;

/** Finds the shortest path that ends with a path, from a whole folder on. In one step: texts may have many links. */
function indexSuffixes(paths: readonly string[]): (suffix: string) => string | undefined {
  const bySuffix = new Map<string, { path: string; composed: string }>();
  for (const path of paths.toSorted((a, b) => a.length - b.length)) {
    const composed = path.normalize('NFC');
    let at = composed.length;
    for (let parts = 0; parts < MAX_PARTS && at > 0; parts++) {
      at = composed.lastIndexOf('/', at - 1);
      const suffix = composed.slice(at + 1);
      if (!bySuffix.has(suffix)) bySuffix.set(suffix, { path, composed });
    }
  }
  return (suffix) => {
    const found = bySuffix.get(lastParts(suffix, MAX_PARTS));
    return found !== undefined && `/${found.composed}`.endsWith(`/${suffix}`)
      ? found.path
      : undefined;
  };
}

function lastParts(path: string, count: number): string {
  return path.split('/').slice(-count).join('/');
}

/** Null when it leads out of the source. */
function join(folder: string, path: string): string | null {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}
