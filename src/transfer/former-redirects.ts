import { z } from 'zod';
import { readOtherText } from './files.ts';
import { redirectPath } from './redirects.ts';
import { listed, type SourceFiles, type SourceItem } from './source.ts';

/** A redirect of the former site, as its file has it. */
type FormerRedirect = { from: string; to: string };

/** `redirects.json` of Ghost, `_redirects` of Netlify and Cloudflare. */
const TABLE = /(?:^|\/)(?:redirects\.json|_redirects)$/;

/** Gives posts the paths that the former site redirected to them, and names the redirects that lead elsewhere. */
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

/** The path of a URL on the former site; null for one elsewhere, and for the home page. */
function pathOn(origins: readonly string[], to: string): string | null {
  if (to.startsWith('/')) return redirectPath(to.replace(/[?#].*$/s, ''));
  const url = URL.parse(to);
  return url !== null && origins.includes(url.origin) ? redirectPath(url.pathname) : null;
}
