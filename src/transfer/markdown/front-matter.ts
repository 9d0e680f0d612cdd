import { parse as parseToml, TomlDate } from 'smol-toml';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { readYaml } from '../files/read-yaml.ts';

/** Values are text, lists and objects: a title 1.10 is not the number 1.1. */
export type RawFrontMatter = Readonly<Record<string, unknown>>;

type SplitFile = {
  matter: RawFrontMatter;
  body: string;
  /** Names of repeated fields: the last value counts, as in Jekyll. */
  repeated: ReadonlySet<string>;
};

type Syntax = 'YAML' | 'TOML' | 'JSON';

/** UTF-16 code units: parsers take seconds for more, and people write hundreds. */
const MAX_LENGTH = 64 * 1024;

const TOO_LONG = `the front matter has more than ${MAX_LENGTH / 1024} KB`;

/** YAML between `---`, TOML between `+++`, each up to its first closing line. Eleventy and Gatsby may name another syntax. */
const FENCED: readonly [syntax: Syntax, pattern: RegExp][] = [
  ['YAML', /^---[ \t]*(?:ya?ml)?[ \t]*\r?\n([\s\S]*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/],
  ['TOML', /^\+\+\+[ \t]*\r?\n([\s\S]*?)(?<=\n)\+\+\+[ \t]*(?:\r?\n|$)/],
  ['TOML', /^---[ \t]*toml[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/],
  ['JSON', /^---[ \t]*json[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/],
];

/** Hugo passes over blank lines above a front matter. Any other text may begin with a line of dashes, but with no field below it. */
const LEADING = /^\s+(?=(?:---|\+\+\+)[ \t]*\r?\n[\w-]{1,100}[ \t]*[:=])/;

/** Where text would show fields, and make drafts public. */
const UNCLOSED: readonly [pattern: RegExp, detail: string][] = [
  [/^\+\+\+[ \t]*\r?\n/, 'the front matter (TOML) has no closing +++'],
  [/^---[ \t]*\r?\n[\w-]{1,100}[ \t]*:/, 'the front matter (YAML) has no closing ---'],
  [/^;{3,}[ \t]*\r?\n/, 'front matter between ;;; is not supported: write it as YAML'],
  [/^-{4,}[ \t]*\r?\n[\w-]{1,100}[ \t]*:/, 'the front matter has delimiters longer than ---'],
  [
    /^(?:title|date|layout|tags|categories|published|draft)[ \t]*:[^\n]*\r?\n/,
    'the front matter has no --- above it',
  ],
  [
    /^---[ \t]*(?:js|javascript)[ \t]*\r?\n/,
    'JavaScript front matter is not supported: write it as YAML',
  ],
];

/** Splits a file into its front matter and the body, which is everything after the closing line, unchanged. */
export function splitFrontMatter(written: string): Result<SplitFile> {
  const text = written.replace(LEADING, '');
  const isLong = text.length > MAX_LENGTH;
  // With room for its marks.
  const head = text.slice(0, MAX_LENGTH + 1_000);
  for (const [syntax, pattern] of FENCED) {
    const match = pattern.exec(head);
    if (match !== null) return splitAt(text, match[0].length, syntax, match[1] ?? '');
  }
  const unclosed = UNCLOSED.find(([pattern]) => pattern.test(head));
  if (unclosed === undefined) return splitJson(text);
  return refuse(isLong ? `${unclosed[1]} in its first ${MAX_LENGTH / 1024} KB` : unclosed[1]);
}

function splitAt(text: string, at: number, syntax: Syntax, source: string): Result<SplitFile> {
  const repeated = new Set<string>();
  const matter = parseMatter(syntax, source, repeated);
  return matter.ok ? succeed({ matter: matter.value, body: text.slice(at), repeated }) : matter;
}

/** JSON ends with the first line that is its closing brace. Other text may begin with a brace, too. */
function splitJson(text: string): Result<SplitFile> {
  const none = succeed({ matter: {}, body: text, repeated: new Set<string>() });
  const head = text.slice(0, MAX_LENGTH + 1_000);
  const [line = ''] = /^\{[ \t]*"[^\n]*\}[ \t]*(?:\n|$)/.exec(head) ?? [];
  const inLine = line === '' ? null : splitAt(text, line.length, 'JSON', line);
  if (inLine?.ok) return inLine;
  if (!/^\{[ \t]*\r?\n\s*(?:"|\})/.test(head)) return none;
  const end = /^\}[ \t]*(?:\r?\n|$)/m.exec(head);
  if (end === null && text.length > head.length) return refuse(TOO_LONG);
  if (end === null)
    return refuse('the front matter (JSON) has no closing brace on a line of its own');
  const at = end.index + end[0].length;
  return splitAt(text, at, 'JSON', text.slice(0, at));
}

function parseMatter(
  syntax: Syntax,
  source: string,
  repeated: Set<string>,
): Result<RawFrontMatter> {
  if (source.length > MAX_LENGTH) return refuse(TOO_LONG);
  let value: unknown;
  try {
    value = PARSERS[syntax](source, repeated);
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split('\n') : [];
    return refuse(`the front matter is not ${syntax}: ${message.replace(/:$/, '')}`);
  }
  if (value === null || value === undefined) return succeed({});
  return isMatter(value) ? succeed(value) : refuse('the front matter is not a list of fields');
}

const PARSERS: Record<Syntax, (source: string, repeated: Set<string>) => unknown> = {
  // Editors indent with tabs, which YAML forbids.
  YAML: (source, repeated) =>
    readYaml(
      source.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length)),
      {
        schema: 'failsafe',
        customTags: ['null'],
        merge: true,
        maxLength: 2 * MAX_LENGTH,
        repeated,
      },
    ),
  TOML: (source) => asText(parseToml(source, { integersAsBigInt: true })),
  JSON: (source) => asText(JSON.parse(source)),
};

export function isMatter(value: unknown): value is RawFrontMatter {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Numbers, truth values and dates as the text that stands for them. */
export function asText(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(asText);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asText(each)]));
  }
  return value === null || value === undefined ? null : String(value);
}

function refuse(detail: string): Result<never> {
  return fail({ kind: 'malformed', detail });
}
