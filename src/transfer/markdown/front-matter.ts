import { parse as parseToml, TomlDate } from 'smol-toml';
import { isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { SourceError } from '../source.ts';

/** Values are text, lists and objects: a title 1.10 is not the number 1.1. */
type FrontMatter = Readonly<Record<string, unknown>>;

type SplitFile = {
  matter: FrontMatter;
  body: string;
  /** Names of repeated fields: the last value counts, as in Jekyll. */
  repeated: ReadonlySet<string>;
};

type Syntax = 'YAML' | 'TOML' | 'JSON';

/** UTF-16 code units: parsers take seconds for more, and people write hundreds. */
const MAX_LENGTH = 64 * 1024;

/** YAML between `---`, TOML between `+++`, each up to its first closing line. */
const FENCED: readonly [syntax: Syntax, opening: RegExp, closing: RegExp][] = [
  ['YAML', /^---[ \t]*(?:ya?ml)?[ \t]*\r?\n/, /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$(?![\s\S]))/gm],
  ['TOML', /^\+\+\+[ \t]*\r?\n/, /^\+\+\+[ \t]*(?:\r?\n|$(?![\s\S]))/gm],
];

/** Hugo passes over blank lines above a front matter. Any other text may begin with a line of dashes, but with no field below it. */
const LEADING = /^\s+(?=(?:---|\+\+\+)[ \t]*\r?\n[\w-]{1,100}[ \t]*[:=])/;

/** Where text would show fields, and make drafts public. */
const UNREAD =
  /^(?:\+\+\+[ \t]*\r?\n|---[ \t]*\r?\n[\w-]{1,100}[ \t]*:|;{3,}[ \t]*\r?\n|-{4,}[ \t]*\r?\n[\w-]{1,100}[ \t]*:|---[ \t]*[a-z]+[ \t]*\r?\n|(?:title|date|layout|tags|categories|published|draft)[ \t]*:[^\n]*\r?\n)/;

/**
 * Splits a file into its front matter and the body, which is everything after the closing line, unchanged.
 *
 * @throws SourceError
 */
export function splitFrontMatter(written: string, maxLength = MAX_LENGTH): SplitFile {
  const text = written.replace(LEADING, '');
  // With room for its marks.
  const head = text.slice(0, maxLength + 1_000);
  for (const [syntax, opening, closing] of FENCED) {
    const [open = ''] = opening.exec(head) ?? [];
    if (open === '') continue;
    closing.lastIndex = open.length;
    const close = closing.exec(head);
    if (close === null) continue;
    const source = head.slice(open.length, close.index);
    return splitAt(text, close.index + close[0].length, syntax, source, maxLength);
  }
  if (!UNREAD.test(head)) return splitJson(text, head, maxLength);
  const where = text.length > maxLength ? ` in its first ${maxLength / 1024} KB` : '';
  throw new SourceError(
    `the front matter has no closing --- (YAML) or +++ (TOML)${where}, or is in another form`,
  );
}

function splitAt(
  text: string,
  at: number,
  syntax: Syntax,
  source: string,
  maxLength: number,
): SplitFile {
  if (source.length > maxLength) {
    throw new SourceError(`the front matter has more than ${maxLength / 1024} KB`);
  }
  const repeated = new Set<string>();
  return { matter: parseMatter(syntax, source, repeated), body: text.slice(at), repeated };
}

/** JSON ends with the first line that is its closing brace. Other text may begin with a brace, too. */
function splitJson(text: string, head: string, maxLength: number): SplitFile {
  const none = { matter: {}, body: text, repeated: new Set<string>() };
  const [line = ''] = /^\{[ \t]*"[^\n]*\}[ \t]*(?:\n|$)/.exec(head) ?? [];
  if (line !== '') {
    try {
      return splitAt(text, line.length, 'JSON', line, maxLength);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return none;
    }
  }
  if (!/^\{[ \t]*\r?\n\s*(?:"|\})/.test(head)) return none;
  const end = /^\}[ \t]*(?:\r?\n|$)/m.exec(head);
  if (end === null) {
    throw new SourceError('the front matter (JSON) has no closing brace on a line of its own');
  }
  const at = end.index + end[0].length;
  return splitAt(text, at, 'JSON', text.slice(0, at), maxLength);
}

function parseMatter(syntax: Syntax, source: string, repeated: Set<string>): FrontMatter {
  let value: unknown;
  try {
    value = PARSERS[syntax](source, repeated);
  } catch (cause) {
    const [message = ''] = (cause as Error).message.split('\n');
    const reason = message.replace(/:$/, '');
    throw new SourceError(`the front matter is not ${syntax}: ${reason}`, { cause });
  }
  if (value === null || value === undefined) return {};
  if (!isTable(value)) throw new SourceError('the front matter is not a list of fields');
  return value;
}

const PARSERS: Record<Syntax, (source: string, repeated: Set<string>) => unknown> = {
  YAML: readYaml,
  TOML: (source) => asText(parseToml(source, { integersAsBigInt: true })),
  JSON: (source) => asText(JSON.parse(source)),
};

/** Reads YAML in linear time: `yaml` compares every key with all others to find repeated ones. */
function readYaml(source: string, repeated: Set<string>): unknown {
  const lineCounter = new LineCounter();
  // Editors indent with tabs, which YAML forbids.
  const spaced = source.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length));
  const document = parseDocument(spaced, {
    schema: 'failsafe',
    customTags: ['null'],
    merge: true,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'error',
    lineCounter,
  });
  const refuse = (message: string, at: number) => {
    const { line, col } = lineCounter.linePos(at);
    throw new Error(`${message} at line ${line}, column ${col}`);
  };
  const [error] = document.errors;
  if (error !== undefined) refuse(error.message, error.pos[0]);
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        // To make text of a collection takes exponential time where its own keys are collections.
        if (!isScalar(key))
          return refuse('Map keys must be text', isNode(key) ? (key.range?.[0] ?? 0) : 0);
        if (keys.has(key.value)) repeated.add(String(key.value));
        keys.add(key.value);
      }
    },
  });
  return document.toJS({ maxAliasCount: 100 });
}

export function isTable(value: unknown): value is FrontMatter {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Numbers, truth values and dates as the text that stands for them. */
function asText(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(asText);
  if (isTable(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]));
  }
  return value === null || value === undefined ? null : String(value);
}

/**
 * Reads fields of a front matter by the names that systems give them, and remembers which were read. Names match in any
 * letter case, as in Hugo; a dot leads into a table, as in `extra.image`.
 */
export type Fields = {
  /** The first of the fields that holds text. */
  text(...names: string[]): string | undefined;
  /** All texts of the fields: a list, or one; objects give their `name` or `title`. */
  texts(...names: string[]): string[];
  /** The value as it is. */
  value(name: string): unknown;
  /** Names of fields that nobody has read. */
  unread(): string[];
};

export function readFields(matter: FrontMatter): Fields {
  const fields = new Map(flatten(matter));
  const names = new Map([...fields.keys()].map((name) => [name.toLowerCase(), name]));
  const read = new Set<string>();

  function value(wanted: string): unknown {
    const name = names.get(wanted.toLowerCase());
    if (name === undefined) return undefined;
    read.add(name);
    return fields.get(name);
  }

  return {
    value,
    text(...wanted) {
      for (const name of wanted) {
        const found = value(name);
        const only = Array.isArray(found) && found.length === 1 ? (found[0] as unknown) : found;
        if (typeof only === 'string' && only.trim() !== '') return only;
      }
      return;
    },
    texts: (...wanted) => wanted.flatMap((name) => textsOf(value(name))),
    unread: () =>
      [...fields].flatMap(([name, found]) => (read.has(name) || isEmpty(found) ? [] : name)),
  };
}

/** Tables become fields with dots; lists stay, and tables that are deeper belong to what is above them. */
function flatten(matter: FrontMatter, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(matter).flatMap(([key, value]): [string, unknown][] => {
    const name = `${prefix}${key}`;
    return isTable(value) && prefix.split('.').length <= 2
      ? flatten(value, `${name}.`)
      : [[name, value]];
  });
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  return isTable(value) ? textsOf(value.name ?? value.title) : [];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
