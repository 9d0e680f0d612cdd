import type { Fields } from './fields.ts';

/** Returns the former paths that front matter names, the post's own first. */
export function formerPaths(fields: Fields): string[] {
  // All are read in any case: what is read is not reported as lost.
  const written = [fields.text('url'), fields.text('permalink'), fields.text('path')];
  // `permalink: false` is not a path.
  const own = written.find((each) => each !== undefined && each !== 'false');
  const aliases = fields.texts('aliases', 'redirect_from', 'redirect_froms', 'old_url', 'alias');
  const paths = [own, ...aliases].flatMap((each) => (each === undefined ? [] : pathOf(each)));
  return [...new Set(paths)];
}

/** Patterns such as `/:year/:title` are not paths: their generator fills them in. */
function pathOf(written: string): string[] {
  if (/(?:^|\/):[a-z]|\{\{/i.test(written)) return [];
  const path = URL.parse(written.trim(), 'https://site.invalid/')?.pathname;
  return path === undefined || path === '/' ? [] : [path];
}
