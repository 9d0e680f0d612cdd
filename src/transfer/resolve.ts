import { posix } from 'node:path';
import { decodeUri } from '../server/html/urls.ts';
import { redirectPath } from './redirects.ts';
import type { PostItem, Source } from './source.ts';

/** What a URL in a body leads to. */
export type Target =
  | { kind: 'post'; item: PostItem /** `?…#…`, as written. */; suffix: string }
  /** `former`: its URL on the former site, if the origin is known. */
  | { kind: 'file'; path: string; former?: string | undefined }
  /** Another site, or the former one if its origin is known. */
  | { kind: 'remote'; url: string; isFormer: boolean }
  | { kind: 'missing' };

/**
 * Null for an anchor, a mailbox and a data URL.
 *
 * @param page the former path of the page, if it is known
 */
export type Resolve = (written: string, base: string, page?: string) => Target | null;

export function createResolver({ system, items, files, origins }: Source): Resolve {
  const posts = new Map<string, PostItem>();
  const postOfFile = new Map<string, PostItem>();
  for (const item of items) {
    if (item.kind !== 'post') continue;
    postOfFile.set(item.label, item);
    if (system === 'wordpress') posts.set(item.key.replace(/^.*#/s, '?p='), item);
    for (const path of item.formerPaths) {
      const key = redirectPath(path);
      if (key !== null && !posts.has(key)) posts.set(key, item);
    }
  }
  // macOS decomposes the accents in names of files (NFD); links are typed composed (NFC).
  const known = new Map(files.paths.map((path) => [path.normalize('NFC'), path]));
  const bySuffix = indexSuffixes(files.paths);
  const hosts = new Set(origins.map((origin) => hostOf(URL.parse(origin))));

  const toPost = (item: PostItem | undefined, suffix: string): Target | null =>
    item ? { kind: 'post', item, suffix } : null;
  const postAt = (path: string, suffix: string) =>
    toPost(posts.get(redirectPath(path) ?? ''), suffix);
  const fileAt = (path: string | undefined, suffix: string): Target | null =>
    path ? (toPost(postOfFile.get(path), suffix) ?? { kind: 'file', path }) : null;

  /** Static folders are served at the root (`/images/a.png` is `static/images/a.png`), and posts by their names (`/posts/a` is `content/posts/a.md`). */
  function findFile(path: string): string | undefined {
    const stem = path.replace(OUTER_SLASHES, '').replace(/\.(?:html?|md|markdown)$/, '');
    // Ghost and WordPress make smaller pictures of each.
    const larger = path
      .replace(/\/size\/[wh]\d+(?:[wh]\d+)?(?:\/format\/\w+)?\//, '/')
      .replace(/-(?:\d+x\d+|scaled)(\.\w+)$/, '$1');
    return (
      known.get(path) ??
      bySuffix(path) ??
      bySuffix(larger) ??
      ['.md', '/index.md', '.markdown', '.html']
        .map((ending) => bySuffix(`${stem}${ending}`) ?? '')
        .find((file) => stem !== '' && postOfFile.has(file))
    );
  }

  function atPath(path: string, suffix: string): Target | null {
    // WordPress leads from `/?p=1` to a post.
    const [, id = '', hash = ''] = /^\?(?:p|page_id)=(\d+)(#.*)?$/s.exec(suffix) ?? [];
    return (
      toPost(posts.get(`?p=${id}`), hash) ??
      postAt(path, suffix) ??
      fileAt(findFile(path.replace(/^\/+/, '')), suffix)
    );
  }

  function inFolder(folder: string, path: string, suffix: string): Target | null {
    const joined = posix.normalize(`${folder}${path}`).replace(OUTER_SLASHES, '');
    // It leads out of the source.
    if (/^\.\.(?:\/|$)/.test(joined)) return null;
    const [file] = [joined, `${joined}.md`, `${joined}/index.md`].flatMap(
      (name) => known.get(name) ?? [],
    );
    return fileAt(file, suffix) ?? postAt(`/${joined}`, suffix);
  }

  function relative(path: string, suffix: string, base: string, page?: string): Target | null {
    if (path.startsWith('/')) return atPath(path, suffix);
    const pathname = page && URL.parse(path, `https://site.invalid${page}`)?.pathname;
    return (
      inFolder(base, path, suffix) ??
      inFolder(base.replace(/[^/]+\/$/, ''), path, suffix) ??
      postAt(pathname || '', suffix) ??
      atPath(`/${path.replace(/^(?:\.{1,2}\/)+/, '')}`, suffix)
    );
  }

  function absolute(url: URL): Target | null {
    if (!/^https?:$/.test(url.protocol)) return null;
    const isFormer = hosts.has(hostOf(url));
    const target = isFormer ? atPath(plainPath(url.pathname), `${url.search}${url.hash}`) : null;
    return target ?? { kind: 'remote', url: url.href, isFormer };
  }

  function onSite(url: string, base: string, page?: string): Target {
    const [, path = '', suffix = ''] = /^([^?#]*)([\s\S]*)$/.exec(url) ?? [];
    const clean = plainPath(path);
    const target = relative(clean, suffix, base, page);
    const from = URL.parse(page ?? `/${base.replace(/^\/+/, '')}`, origins[0]);
    const former = from === null ? undefined : URL.parse(url, from.href)?.href;
    if (target !== null) return target.kind === 'file' ? { ...target, former } : target;
    return former ? { kind: 'remote', url: former, isFormer: true } : { kind: 'missing' };
  }

  return (written, base, page) => {
    const url = written.trim();
    if (/^(?:[#?]|$)/.test(url)) return null;
    // Only the generator knows the value of a template.
    if (/\{[{%]/.test(url)) return { kind: 'missing' };
    const whole = URL.parse(url.startsWith('//') ? `https:${url}` : url);
    return whole === null ? onSite(url, base, page) : absolute(whole);
  };
}

function plainPath(path: string): string {
  return decodeUri(path).normalize('NFC');
}

/** The lookbehind keeps it linear: without it, each slash of a long run starts a match. */
const OUTER_SLASHES = /^\/+|(?<!\/)\/+$/g;

/** Sites answer with and without `www.`. */
function hostOf(url: URL | null): string | undefined {
  return url?.host.replace(/^www\./, '');
}

/** Folders above a file by which it is found. */
const MAX_PARTS = 8;

/** In one step: texts may have many links. */
function indexSuffixes(paths: readonly string[]): (suffix: string) => string | undefined {
  const bySuffix = new Map<string, string>();
  for (const path of paths.toSorted((a, b) => a.length - b.length)) {
    const parts = path.normalize('NFC').split('/');
    for (let count = 1; count <= Math.min(MAX_PARTS, parts.length); count++) {
      const suffix = parts.slice(-count).join('/');
      if (!bySuffix.has(suffix)) bySuffix.set(suffix, path);
    }
  }
  return (suffix) => {
    const path = bySuffix.get(suffix.split('/').slice(-MAX_PARTS).join('/'));
    return `/${path?.normalize('NFC')}`.endsWith(`/${suffix}`) ? path : undefined;
  };
}
