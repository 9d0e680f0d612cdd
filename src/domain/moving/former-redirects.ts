import { parse as parseYaml } from 'yaml';
import { decodeText } from './files/decode-text.ts';
import { redirectPath } from './redirect-path.ts';
import type { Note, PostItem, SourceFiles, SourceItem } from './source.ts';

/** A redirect of the former site, as its file has it. */
type FormerRedirect = { from: string; to: string };

/** Redirects in turn; browsers follow no more. */
const MAX_CHAIN = 20;

/** Redirects that a note names. */
const MAX_NAMED = 5;

/** Gives posts the paths that the former site redirected to them, and names the redirects that lead elsewhere. */
export async function addFormerRedirects(
  files: SourceFiles,
  items: readonly SourceItem[],
  origins: readonly string[],
): Promise<Note[]> {
  const posts = new Map<string, PostItem>();
  const noted = (item: PostItem, path: string) => posts.set(redirectPath(path) ?? '', item);
  for (const item of items) {
    if (item.kind === 'post') for (const path of item.formerPaths) noted(item, path);
  }
  let rest = await readRedirects(files);
  // One may lead to another.
  for (let turn = 0, before = -1; turn < MAX_CHAIN && before !== rest.length; turn++) {
    before = rest.length;
    rest = rest.filter(({ from, to }) => {
      const [path, target] = [plainPath(from), pathOn(origins, to)];
      const item = target === null ? undefined : posts.get(redirectPath(target) ?? '');
      if (path === null || item === undefined) return true;
      item.formerPaths.push(path);
      noted(item, path);
      return false;
    });
  }
  if (rest.length === 0) return [];
  const named = rest.slice(0, MAX_NAMED).map(({ from, to }) => `${from} to ${to}`);
  const more = rest.length > MAX_NAMED ? [`${rest.length - MAX_NAMED} more`] : [];
  const message = `Redirects that are patterns or lead to no post: ${[...named, ...more].join(', ')}.`;
  return [{ kind: 'lost', message }];
}

/** `redirects.json` and `redirects.yaml` of Ghost, `_redirects` of Netlify and Cloudflare. */
async function readRedirects(files: SourceFiles): Promise<FormerRedirect[]> {
  const found: FormerRedirect[] = [];
  for (const path of files.paths) {
    const [, name] = /(?:^|\/)(redirects\.(?:json|ya?ml)|_redirects)$/.exec(path) ?? [];
    if (name === undefined) continue;
    const bytes = await files.read(path);
    const text = bytes.ok ? decodeText(bytes.value) : bytes;
    if (text.ok) found.push(...(name === '_redirects' ? linesOf(text.value) : tableOf(text.value)));
  }
  return found;
}

/** `/from /to 301`, with conditions between them or behind. */
function linesOf(text: string): FormerRedirect[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [from = '', to = ''] = line.trim().split(/\s+/);
    return /^(?:\/|https?:)/.test(from) && /^(?:\/|https?:)/.test(to) ? [{ from, to }] : [];
  });
}

/** A list of objects, or a table of paths below each status. JSON is YAML. */
function tableOf(text: string): FormerRedirect[] {
  let value: unknown;
  try {
    value = parseYaml(text, { logLevel: 'error' });
  } catch {
    return [];
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
