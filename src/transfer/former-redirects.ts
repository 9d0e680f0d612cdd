import { readText } from './files/decode-text.ts';
import { readYaml } from './files/read-yaml.ts';
import { redirectPath } from './redirect-path.ts';
import type { Note, SourceFiles, SourceItem } from './source.ts';

/** A redirect of the former site, as its file has it. */
type FormerRedirect = { from: string; to: string };

/** Redirects in hop; browsers follow no more. */
const MAX_CHAIN = 20;

/** UTF-16 code units of a table: some 20,000 redirects. */
const MAX_YAML = 2_000_000;

/** Redirects that a note names. */
const MAX_NAMED = 5;

/** Gives posts the paths that the former site redirected to them, and names the redirects that lead elsewhere. */
export async function addFormerRedirects(
  files: SourceFiles,
  items: readonly SourceItem[],
  origins: readonly string[],
): Promise<Note[]> {
  const { redirects, unread } = await readRedirects(files);
  const leadingTo = Map.groupBy(redirects, ({ to }) => keyOf(pathOn(origins, to)));
  // Redirects to another site, or to the home page, are not redirects to posts.
  leadingTo.delete(null);
  const done = new Set<FormerRedirect>();
  let found = items.flatMap((item) =>
    item.kind === 'post' ? item.formerPaths.map((path) => ({ item, path })) : [],
  );
  // One may lead to another.
  for (let hop = 0; hop < MAX_CHAIN && found.length > 0; hop++) {
    // Of two posts with one path, the last counts.
    const posts = new Map(found.map(({ item, path }) => [keyOf(path), item]));
    found = [];
    for (const [to, item] of posts) {
      for (const redirect of leadingTo.get(to) ?? []) {
        const path = plainPath(redirect.from);
        if (path === null || done.has(redirect)) continue;
        done.add(redirect);
        item.formerPaths.push(path);
        found.push({ item, path });
      }
    }
  }
  return notesOf(
    redirects.filter((each) => !done.has(each)),
    unread,
  );
}

function notesOf(rest: readonly FormerRedirect[], unread: readonly string[]): Note[] {
  const named = rest.slice(0, MAX_NAMED).map(({ from, to }) => `${from} to ${to}`);
  const more = rest.length > MAX_NAMED ? [`${rest.length - MAX_NAMED} more`] : [];
  const message = `Redirects that are patterns or lead to no post: ${[...named, ...more].join(', ')}.`;
  const broken = `Redirects that cannot be read: ${unread.join(', ')}.`;
  return [
    ...(rest.length === 0 ? [] : [{ kind: 'lost', message } as const]),
    ...(unread.length === 0 ? [] : [{ kind: 'lost', message: broken } as const]),
  ];
}

/** Returns null for paths that are never redirected, such as the home page. */
function keyOf(path: string | null): string | null {
  return path === null ? null : redirectPath(path);
}

/** `redirects.json` and `redirects.yaml` of Ghost, `_redirects` of Netlify and Cloudflare. */
async function readRedirects(
  files: SourceFiles,
): Promise<{ redirects: FormerRedirect[]; unread: string[] }> {
  const found: FormerRedirect[][] = [];
  const unread: string[] = [];
  for (const path of files.paths) {
    const [, name] = /(?:^|\/)(redirects\.(?:json|ya?ml)|_redirects)$/.exec(path) ?? [];
    if (name === undefined) continue;
    const text = await readText(files, path);
    const read = text.ok && (name === '_redirects' ? linesOf(text.value) : tableOf(text.value));
    if (read) found.push(read);
    else unread.push(path);
  }
  return { redirects: found.flat(), unread };
}

/** `/from /to 301`, with conditions between them or behind. */
function linesOf(text: string): FormerRedirect[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [from = '', to = ''] = line.trim().split(/\s+/);
    return /^(?:\/|https?:)/.test(from) && /^(?:\/|https?:)/.test(to) ? [{ from, to }] : [];
  });
}

/** Reads a list of objects, or a table of paths below each status, in YAML or JSON; null for malformed text. */
function tableOf(text: string): FormerRedirect[] | null {
  let value: unknown;
  try {
    value = readYaml(text, { maxLength: MAX_YAML });
  } catch {
    return null;
  }
  const isList = Array.isArray(value);
  const pairs = Object.values(value ?? {}).flatMap((each: unknown) => {
    if (each === null || typeof each !== 'object') return [];
    const { from, to } = each as { from?: unknown; to?: unknown };
    return isList ? [[from, to]] : Object.entries(each);
  });
  return pairs.flatMap(([from, to]) =>
    typeof from === 'string' && typeof to === 'string' ? [{ from, to }] : [],
  );
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

/** The path of a URL on the former site; null for one elsewhere. */
function pathOn(origins: readonly string[], to: string): string | null {
  if (to.startsWith('/')) return to.replace(/[?#].*$/s, '');
  const url = URL.parse(to);
  return url !== null && origins.includes(url.origin) ? url.pathname : null;
}
