import { fileSlug } from '../slugs.ts';
import type { Fields } from './fields.ts';
import type { FileName } from './file-name.ts';
import type { MarkdownSite } from './generator.ts';

type Addressed = {
  /** The path of the file, from the folder of pages. */
  path: string;
  name: FileName;
  fields: Fields;
  title: string;
  /** The local date and time, ISO 8601. */
  date: string | null;
};

/** The paths that a post had on its former site, or that led to it there: the one that it had comes first. */
export function formerPaths(site: MarkdownSite, post: Addressed): string[] {
  const { fields } = post;
  // Read in any case: what is read is not reported as lost.
  const written = [fields.text('url'), fields.text('permalink'), fields.text('path')];
  // `permalink: false` of Eleventy is not a path.
  const own = written.find((each) => each !== undefined && each !== 'false') ?? derived(site, post);
  const aliases = fields.texts('aliases', 'redirect_from', 'redirect_froms', 'old_url', 'alias');
  const former = aliases.map((alias) => (site.generator === 'hugo' ? beside(own, alias) : alias));
  const paths = [own, ...former].flatMap((each) => (each === undefined ? [] : pathOf(each, post)));
  // Its own pages link to each other with and without the folder of the site.
  const inFolder = site.basePath === '' ? [] : paths.map((path) => `${site.basePath}${path}`);
  return [...new Set([...inFolder, ...paths])];
}

/** Hugo's aliases without a slash are relative to the folder of the page. */
function beside(own: string | undefined, alias: string): string {
  if (own === undefined || /^(?:\/|https?:)/.test(alias)) return alias;
  return own.replace(/(?<![^/])[^/]*\/?$/, () => alias);
}

function pathOf(written: string, post: Addressed): string[] {
  const pattern = filled(written.trim(), post, categoryValues(post));
  // A part of a pattern that is not known.
  if (/(?:^|\/):[a-z]|\{\{/i.test(pattern)) return [];
  const path = URL.parse(pattern, 'https://site.invalid/')?.pathname;
  return path === undefined || path === '/' ? [] : [path];
}

function derived(site: MarkdownSite, post: Addressed): string | undefined {
  const language =
    post.name.language ?? (site.isDefaultInSubdir ? site.defaultLanguage : undefined);
  const prefix = language === undefined ? '' : `/${language}`;
  switch (site.generator) {
    case 'jekyll':
      return jekyllPath(site, post);
    case 'hugo': {
      const path = `${prefix}${hugoPath(site, post)}`;
      return site.isUgly ? path.replace(/\/$/, '.html') : path;
    }
    case 'zola':
      return `${prefix}${zolaPath(site, post)}`;
    default:
      return undefined;
  }
}

/** Zola: the folders, then the slug, or the name without its date. */
function zolaPath({ hasPlainPaths }: MarkdownSite, { path, name, fields }: Addressed): string {
  const slug = fields.text('slug') ?? name.stem;
  return `/${[...foldersOf(path, name), (hasPlainPaths && fileSlug(slug)) || slug].join('/')}/`;
}

/** Hugo: the pattern of the section, else the folders, then the slug, or the name with its date. */
function hugoPath(site: MarkdownSite, post: Addressed): string {
  const { path, name, fields } = post;
  const [section = ''] = path.split('/');
  const language = (name.language ?? site.defaultLanguage ?? '').toLowerCase();
  const pattern = (site.languagePermalinks.get(language) ?? site.permalinks).get(section);
  if (pattern !== undefined) {
    const sections = foldersOf(path, name).join('/');
    return filled(pattern, post, {
      sections,
      section,
      filename: name.dated,
      contentbasename: name.dated,
    });
  }
  return `/${[...foldersOf(path, name), fields.text('slug') ?? name.dated].map(urlized).join('/')}/`;
}

/** https://jekyllrb.com/docs/permalinks/ */
const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

function jekyllPath({ permalinks }: MarkdownSite, post: Addressed): string | undefined {
  const { path, date } = post;
  const pattern = permalinks.get('*') ?? 'date';
  const ending = /\/$|^pretty$/.test(pattern) ? '/' : '.html';
  if (/(?:^|\/)_drafts\//.test(path)) return undefined;
  // A page has the path of its file, in a collection below the collection's name.
  if (date === null || (path.startsWith('_') && !path.startsWith('_posts/'))) {
    const isPage = !path.startsWith('_');
    return `/${path.replace(/\.[^.]*$/, '').replace(/^_/, '')}${isPage ? ending : ''}`;
  }
  return filled(JEKYLL_STYLES[pattern] ?? pattern, post, categoryValues(post));
}

/** Categories of Jekyll, whatever the front matter says. */
export function foldersAbovePosts(path: string): string[] {
  const [, above = ''] = /^(.*?)\/_(?:posts|drafts)\//.exec(path) ?? [];
  return above.split('/').filter((folder) => folder !== '');
}

/**
 * Jekyll's categories are the folders above `_posts`, then those of the front matter. Only text in the plural is a list
 * of words.
 */
function categoriesOf({ path, fields }: Addressed): string {
  const written = fields.value('categories');
  const words = typeof written === 'string' ? written.split(/[\s,]+/) : fields.texts('categories');
  const all = [...foldersAbovePosts(path), ...fields.texts('category'), ...words];
  return [...new Set(all.filter((each) => each !== ''))].join('/').toLowerCase();
}

function categoryValues(post: Addressed): { categories: string; slugified_categories: string } {
  const categories = categoriesOf(post);
  const slugified = categories.split('/').map(fileSlug).join('/');
  return { categories, slugified_categories: slugified };
}

/** A pattern names a title at each of its parts. */
const MAX_PATTERN = 1_000;

/** Fills in a pattern such as `/:year/:month/:slug/`. */
function filled(pattern: string, post: Addressed, more: Readonly<Record<string, string>>): string {
  if (pattern.length > MAX_PATTERN) return '';
  const { name, fields, title, date } = post;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2}))?/.exec(date ?? '') ?? [];
  const isJekyll = post.path.includes('_posts/');
  const named = fields.text('slug') ?? name.stem;
  const slug = isJekyll ? named.replace(/[^\p{L}\p{M}\p{N}._~!$&'()+,;=@]+/gu, '-') : named;
  const values: Readonly<Record<string, string>> = {
    year,
    month,
    day,
    hour,
    minute,
    second,
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    ...dayNames(`${year}-${month}-${day}`),
    title: isJekyll ? slug : urlized(title),
    // Hugo's is the title where no slug is written.
    slug: isJekyll ? slug : (fields.text('slug') ?? urlized(title)),
    name: name.stem,
    slugorfilename: slug,
    slugorcontentbasename: slug,
    output_ext: '.html',
    ...more,
  };
  return pattern
    .replace(/:([a-z_]+)(?:\[([\w:]+)\])?/gi, (whole, key: string, slice?: string) => {
      const value = values[key.toLowerCase()];
      return slice === undefined || value === undefined ? (value ?? whole) : sliced(value, slice);
    })
    .replace(/\/{2,}/g, '/');
}

/** Hugo's slices of folders: `[0]`, `[last]`, `[1:]`, `[:last]`; the end is exclusive. */
function sliced(path: string, slice: string): string {
  const folders = path.split('/');
  const indexOf = (written: string) => (written === 'last' ? folders.length - 1 : Number(written));
  const [start = '', end] = slice.split(':');
  const from = indexOf(start || '0');
  if (end === undefined) return folders[from] ?? '';
  return folders.slice(from, end === '' ? undefined : indexOf(end)).join('/');
}

/** A title as Hugo writes it in paths (`UnicodeSanitize` of its helpers). */
function urlized(title: string): string {
  return title
    .replace(/[^\p{L}\p{Nd}\p{M}./_+~@\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase();
}

/** The names of a date in patterns, by Hugo and, padded, by Jekyll (`y_day`). Empty without a date. */
function dayNames(date: string): Readonly<Record<string, string>> {
  const day = new Date(`${date}T00:00Z`);
  if (Number.isNaN(day.getTime())) return {};
  const name = (part: 'month' | 'weekday') =>
    day.toLocaleDateString('en', { [part]: 'long', timeZone: 'UTC' });
  const yearday = String((day.getTime() - Date.UTC(day.getUTCFullYear(), 0)) / 86_400_000 + 1);
  return {
    yearday,
    y_day: yearday.padStart(3, '0'),
    monthname: name('month'),
    long_month: name('month'),
    short_month: name('month').slice(0, 3),
    long_day: name('weekday'),
    short_day: name('weekday').slice(0, 3),
    weekday: String(day.getUTCDay()),
    weekdayname: name('weekday'),
  };
}

/** The folders of a post; that of a bundle is the post itself. */
function foldersOf(path: string, { isBundle }: FileName): string[] {
  return path.split('/').slice(0, isBundle ? -2 : -1);
}
