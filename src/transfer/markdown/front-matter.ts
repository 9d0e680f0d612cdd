import { parse as parseToml } from 'smol-toml';
import { isMap, parseDocument } from 'yaml';
import { SourceError } from '../source.ts';

/** Values are text, lists and objects: a title 1.10 is not the number 1.1. */
export type Fields = Readonly<Record<string, unknown>>;

type Syntax = 'YAML' | 'TOML' | 'JSON';

/** UTF-16 code units: parsers take seconds for more, and people write hundreds. */
const MAX_LENGTH = 64 * 1024;

const FENCES: readonly [syntax: Syntax, opening: RegExp, closing: RegExp][] = [
  ['YAML', /^---[ \t]*\r?\n/, /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$(?![\s\S]))/gm],
  ['TOML', /^\+\+\+[ \t]*\r?\n/, /^\+\+\+[ \t]*(?:\r?\n|$(?![\s\S]))/gm],
  ['JSON', /^\{[ \t]*\r?\n(?=\s*["}])/, /^\}[ \t]*(?:\r?\n|$(?![\s\S]))/gm],
];

/** Hugo passes over blank lines above a front matter. Any other text may begin with a line of dashes, but with no field below it. */
const LEADING = /^\s+(?=(?:---|\+\+\+)[ \t]*\r?\n[\w-]{1,100}[ \t]*[:=])/;

/** Where text would show fields, and make drafts public. */
const UNREAD = /^(?:---[ \t]*[a-z]*|\+\+\+|\{)[ \t]*\r?\n[\s{]{0,100}"?[\w-]{1,100}"?[ \t]*[:=]/;

/** @throws SourceError */
export function splitFrontMatter(written: string, maxLength = MAX_LENGTH) {
  const text = written.replace(LEADING, '');
  /** Names of repeated fields: the last value counts, as in Jekyll. */
  const repeated = new Set<string>();
  // With room for its marks.
  const head = text.slice(0, maxLength + 1_000);
  for (const [syntax, opening, closing] of FENCES) {
    const [open] = opening.exec(head) ?? [];
    if (open === undefined) continue;
    closing.lastIndex = open.length;
    const close = closing.exec(head);
    if (close === null) continue;
    const end = close.index + close[0].length;
    const source = syntax === 'JSON' ? head.slice(0, end) : head.slice(open.length, close.index);
    if (source.length > maxLength) {
      throw new SourceError(`the front matter has more than ${maxLength / 1024} KB`);
    }
    return { matter: parseMatter(syntax, source, repeated), body: text.slice(end), repeated };
  }
  if (!UNREAD.test(head)) return { matter: {}, body: text, repeated };
  const where = text.length > maxLength ? ` in its first ${maxLength / 1024} KB` : '';
  throw new SourceError(
    `the front matter has no closing --- (YAML), +++ (TOML) or } (JSON)${where}, or is in another form`,
  );
}

function parseMatter(syntax: Syntax, source: string, repeated: Set<string>): Fields {
  let value: unknown;
  try {
    value = PARSERS[syntax](source, repeated);
  } catch (cause) {
    const reason = (cause as Error).message.replace(/:?\n.*/s, '');
    throw new SourceError(`the front matter is not ${syntax}: ${reason}`, { cause });
  }
  if (isTable(value ?? {})) return (value ?? {}) as Fields;
  throw new SourceError('the front matter is not a list of fields');
}

const PARSERS: Record<Syntax, (source: string, repeated: Set<string>) => unknown> = {
  YAML: readYaml,
  TOML: (source) => asText(parseToml(source, { integersAsBigInt: true })),
  JSON: (source) => asText(JSON.parse(source)),
};

/** Reads YAML in linear time: `yaml` compares every key with all others to find repeated ones, and makes text of keys that are collections. */
function readYaml(source: string, repeated: Set<string>): unknown {
  const document = parseDocument(source, {
    schema: 'failsafe',
    customTags: ['null'],
    merge: true,
    stringKeys: true,
    uniqueKeys: false,
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const names = new Set<string>();
  for (const { key } of isMap(document.contents) ? document.contents.items : []) {
    if (names.has(String(key))) repeated.add(String(key));
    names.add(String(key));
  }
  return document.toJS({ maxAliasCount: 100 });
}

function isTable(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Numbers, truth values and dates as the text that stands for them. */
function asText(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' ? inner : String(inner),
  );
  return JSON.parse(text);
}

/** Where Hugo and Zola keep the fields of themes, and Zola its terms. */
const TABLES = ['params', 'extra', 'taxonomies'];

/** Values by the names of their fields in lower case, since Hugo's match in any case. */
export function readFields(matter: Fields): Fields {
  const tables = TABLES.map((name) => matter[name]).filter(isTable);
  const fields = [...tables, matter].flatMap((table) => Object.entries(table));
  return Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value]));
}

export function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return isTable(value) ? textsIn(value.name ?? value.image ?? value.url ?? value.src) : [];
}

export function textOf(fields: Fields, ...names: string[]): string | undefined {
  return names.flatMap((name) => textsIn(fields[name]))[0];
}
