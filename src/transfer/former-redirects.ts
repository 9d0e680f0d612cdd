import { parse } from 'yaml';
import { readText } from './files.ts';
import { redirectPath } from './redirects.ts';
import { listed, type Note, SourceError, type SourceFiles, type SourceItem } from './source.ts';

/** A redirect of the former site, as its file has it. */
type FormerRedirect = { from: string; to: string };

/** Redirects in a row; browsers follow no more. */
const MAX_CHAIN = 20;

/** UTF-16 code units of a table of YAML, which takes seconds for more. */
const MAX_YAML = 200_000;

/** Gives posts the paths that the former site redirected to them, and names the redirects that lead elsewhere. */
export async function addFormerRedirects(
  files: SourceFiles,
  items: readonly SourceItem[],
  origins: readonly string[],
): Promise<Note[]> {
  const unread: string[] = [];
  const left = new Set(await readRedirects(files, unread));
  const posts = items.filter((item) => item.kind === 'post');
  // One may lead to another.
  for (let hop = 0, size = -1; hop < MAX_CHAIN && size !== left.size; hop++) {
    size = left.size;
    // Of two posts with one path, the last counts.
    const byPath = new Map(
      posts.flatMap((item) => item.formerPaths.map((path) => [redirectPath(path), item])),
    );
    for (const redirect of left) {
      const [to, path] = [pathOn(origins, redirect.to), plainPath(redirect.from)];
      const item = to === null ? undefined : byPath.get(to);
      if (item === undefined || path === null) continue;
      item.formerPaths.push(path);
      left.delete(redirect);
    }
  }
  const named = [...left].map(({ from, to }) => `${from} to ${to}`);
  return [
    ...listed('lost', 'Redirects that are patterns or lead to no post', named),
    ...listed('lost', 'Redirects that cannot be read', unread),
  ];
}

/** `redirects.json` and `redirects.yaml` of Ghost, `_redirects` of Netlify and Cloudflare. */
async function readRedirects(files: SourceFiles, unread: string[]): Promise<FormerRedirect[]> {
  const redirects: FormerRedirect[] = [];
  for (const path of files.paths) {
    const [, name] = /(?:^|\/)(redirects\.(?:json|ya?ml)|_redirects)$/.exec(path) ?? [];
    if (name === undefined) continue;
    try {
      const text = await readText(files, path);
      redirects.push(...(name === '_redirects' ? readRedirectLines(text) : readTable(text)));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      unread.push(path);
    }
  }
  return redirects;
}

/** `/from /to 301`, with conditions between them or behind. */
export function readRedirectLines(text: string): FormerRedirect[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [from = '', to = ''] = line.trim().split(/\s+/);
    return /^(?:\/|https?:)/.test(from) && /^(?:\/|https?:)/.test(to) ? [{ from, to }] : [];
  });
}

/** Reads a list of objects, or a table of paths below each status, in YAML or JSON. @throws SourceError */
function readTable(text: string): FormerRedirect[] {
  const value = parseTable(text);
  const tables = Object.values(value ?? {}).filter(
    (row) => row !== null && typeof row === 'object',
  );
  const pairs = tables.flatMap((row) =>
    Array.isArray(value) ? [[row.from, row.to]] : Object.entries(row),
  );
  return pairs.flatMap(([from, to]) =>
    typeof from === 'string' && typeof to === 'string' ? [{ from, to }] : [],
  );
}

function parseTable(text: string): unknown {
  try {
    if (/^\s*[[{]/.test(text)) return JSON.parse(text);
    if (text.length <= MAX_YAML) return parse(text, { uniqueKeys: false, logLevel: 'error' });
  } catch (cause) {
    throw new SourceError('it is no table', { cause });
  }
  throw new SourceError('it is too long');
}

/** A path that Ghost may write as a pattern of itself alone: `^\/old\/?$`. Null for other patterns. */
function plainPath(from: string): string | null {
  const path = from
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\/', '/')
    .replace(/(?:\/\?|\(\/\)\?)$/, '/')
    .replace(/^(\/.*\/)i$/, '$1');
  return /[()[\]*+?\\|^$]|\/:/.test(path) || !path.startsWith('/') ? null : path;
}

/** The path of a URL on the former site; null for one elsewhere, and for the home page. */
function pathOn(origins: readonly string[], to: string): string | null {
  if (to.startsWith('/')) return redirectPath(to.replace(/[?#].*$/s, ''));
  const url = URL.parse(to);
  return url !== null && origins.includes(url.origin) ? redirectPath(url.pathname) : null;
}
