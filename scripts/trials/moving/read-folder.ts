import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parse as parseToml, TomlDate } from 'smol-toml';
import { isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import { readText, type Shown } from './read-text.ts';

/** What a file says of its post, read without any of the site's own code. */
export type Expected = {
  /** Path in the folder. */
  label: string;
  /** Undefined where the file does not say it. */
  title: string | undefined;
  /** Milliseconds since 1970. */
  date: number | undefined;
  author: string | undefined;
  tags: string[];
  isDraft: boolean;
  /** Paths of the former site that must lead to the post. */
  formerPaths: string[];
  shown: Shown;
  /** The hash of the file that the front matter names as its cover. */
  cover: string | undefined;
};

type Matter = Record<string, unknown>;

/** Reads every Markdown file below a folder that has front matter with a title. */
export function readFolder(folder: string): Expected[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:md|markdown)$/.test(path) && !/(?:^|\/)_index\./.test(path))
    .sort()
    .flatMap((path) => readPost(folder, path) ?? []);
}

function readPost(folder: string, path: string): Expected | null {
  const file = join(folder, path);
  const split = splitFile(readFileSync(file, 'utf8').replace(/^\u{FEFF}/u, ''));
  if (split === null) return null;
  const { matter, body } = split;
  if (typeof matter.title !== 'string') return null;
  const taxonomies = (matter.taxonomies ?? {}) as Matter;
  const names = textsOf([matter.author, matter.authors, taxonomies.authors]);
  const date = dateOf(matter, path);
  const { image } = (matter.cover ?? {}) as Matter;
  const [cover] = textsOf([image, matter.cover, matter.image, matter.featured_image]);
  return {
    label: relative(folder, file),
    title: matter.title.trim(),
    date: date === undefined ? undefined : Date.parse(date),
    author: names.length > 0 ? [...new Set(names)].join(', ') : undefined,
    tags: textsOf([
      matter.tags,
      taxonomies.tags,
      matter.categories,
      matter.category,
      taxonomies.categories,
    ]),
    isDraft: String(matter.draft) === 'true' || String(matter.published) === 'false',
    formerPaths: textsOf([matter.path, matter.url, matter.aliases]),
    cover: cover && findPicture(folder, path, cover),
    shown: readText(body, (url) => findPicture(folder, path, url)),
  };
}

function splitFile(text: string): { matter: Matter; body: string } | null {
  const lines = text.split('\n');
  const fence = lines[0]?.trim() ?? '';
  const last = fence === '{' ? '}' : fence;
  const end = lines.findIndex((line, number) => number > 0 && line.trimEnd() === last);
  if (!['---', '+++', '{'].includes(fence) || end === -1) return null;
  const written = lines.slice(1, end).join('\n');
  const body = lines.slice(end + 1).join('\n');
  if (fence === '---') return { matter: readYaml(written), body };
  const value: unknown = fence === '+++' ? parseToml(written) : JSON.parse(`{${written}}`);
  return { matter: plain(value) as Matter, body };
}

/** Scalars as they are written: a title 1.10 is not the number 1.1. */
function readYaml(written: string): Matter {
  const toText = (node: unknown): unknown => {
    if (isSeq(node)) return node.items.map(toText);
    if (isMap(node)) {
      return Object.fromEntries(node.items.map(({ key, value }) => [toText(key), toText(value)]));
    }
    if (!isScalar(node)) return undefined;
    const { source, value } = node as Node & { source?: string; value: unknown };
    return value === null
      ? undefined
      : typeof value === 'string'
        ? value
        : (source ?? String(value));
  };
  return toText(parseDocument(written).contents) as Matter;
}

function plain(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function textsOf(values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    if (Array.isArray(value)) return textsOf(value);
    return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  });
}

/** Reads the date from the front matter, else from the file's or folder's name, else from the path that it names. */
function dateOf(matter: Matter, path: string): string | undefined {
  const [written] = textsOf([matter.date, matter.publishDate]);
  if (written !== undefined) {
    const iso = written.replace(' ', 'T');
    return /[T ]/.test(written) && !/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? `${iso}Z` : iso;
  }
  const name = /^index\./.test(basename(path)) ? basename(dirname(path)) : basename(path);
  const [named] = /^\d{4}-\d\d-\d\d/.exec(name) ?? [];
  if (named !== undefined) return named;
  const [former = ''] = textsOf([matter.path, matter.url]);
  const [, year, month, day] = /(?:^|\/)(\d{4})\/(\d\d)\/(\d\d)(?:\/|$)/.exec(former) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}

/** The hash of the file that a picture of the text is; undefined when the folder has none. */
function findPicture(folder: string, path: string, url: string): string | undefined {
  const [clean = ''] = decodeURIComponent(url).split(/[?#]/);
  const places = clean.startsWith('/')
    ? ['static', 'assets', 'content', ''].map((root) => join(folder, root, clean))
    : [join(folder, dirname(path), clean), join(folder, path.replace(/\.md$/, ''), clean)];
  const file = places.find((each) => existsSync(each));
  return file && createHash('sha256').update(readFileSync(file)).digest('hex');
}
