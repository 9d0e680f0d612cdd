import { parse as parseToml, TomlDate } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { fail, type Result, succeed } from '../../../failure.ts';

/** Values are text, lists and objects: a title 1.10 is not the number 1.1. */
export type RawFrontMatter = Readonly<Record<string, unknown>>;

export type SplitFile = { matter: RawFrontMatter; body: string };

type Syntax = 'YAML' | 'TOML' | 'JSON';

/** YAML between `---`, TOML between `+++`, each up to its first closing line. */
const FENCED: readonly [syntax: Syntax, pattern: RegExp][] = [
  ['YAML', /^---[ \t]*\r?\n([\s\S]*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/],
  ['TOML', /^\+\+\+[ \t]*\r?\n([\s\S]*?)(?<=\n)\+\+\+[ \t]*(?:\r?\n|$)/],
];

/** Splits a file into its front matter and the body, which is everything after the closing line, unchanged. */
export function splitFrontMatter(text: string): Result<SplitFile> {
  for (const [syntax, pattern] of FENCED) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const matter = parseMatter(syntax, match[1] ?? '');
    return matter.ok
      ? succeed({ matter: matter.value, body: text.slice(match[0].length) })
      : matter;
  }
  if (/^\+\+\+[ \t]*\r?\n/.test(text)) return refuse('the front matter (TOML) has no closing +++');
  return splitJson(text);
}

/** JSON ends with the first line that is its closing brace. Other text may begin with a brace, too. */
function splitJson(text: string): Result<SplitFile> {
  const none = succeed({ matter: {}, body: text });
  if (!/^\{[ \t]*\r?\n\s*(?:"|\})/.test(text)) return none;
  const end = /^\}[ \t]*(?:\r?\n|$)/m.exec(text);
  if (end === null)
    return refuse('the front matter (JSON) has no closing brace on a line of its own');
  const at = end.index + end[0].length;
  const matter = parseMatter('JSON', text.slice(0, at));
  return matter.ok ? succeed({ matter: matter.value, body: text.slice(at) }) : matter;
}

function parseMatter(syntax: Syntax, source: string): Result<RawFrontMatter> {
  let value: unknown;
  try {
    value = PARSERS[syntax](source);
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split('\n') : [];
    return refuse(`the front matter is not ${syntax}: ${message.replace(/:$/, '')}`);
  }
  if (value === null || value === undefined) return succeed({});
  const isMapping = typeof value === 'object' && !Array.isArray(value);
  return isMapping
    ? succeed(value as RawFrontMatter)
    : refuse('the front matter has a wrong form: it is not a list of fields');
}

const PARSERS: Record<Syntax, (source: string) => unknown> = {
  YAML: (source) =>
    parseYaml(source, { schema: 'failsafe', customTags: ['null'], logLevel: 'error' }),
  TOML: (source) => asText(parseToml(source, { integersAsBigInt: true })),
  JSON: (source) => asText(JSON.parse(source)),
};

/** Numbers, truth values and dates as the text that stands for them. */
function asText(value: unknown): unknown {
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
