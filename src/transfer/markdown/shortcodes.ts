import type { Note } from '../source.ts';
import type { Range } from '../text/code-blocks.ts';
import { codeRanges, rangeFinder } from '../text/code-ranges.ts';
import { findDelimited, replaceDelimited } from '../text/delimited.ts';
import { applyEdits, type Edit, lineOf } from '../text/edits.ts';
import { isMatter } from './front-matter.ts';
import type { Generator } from './generator.ts';

export type Converted = { body: string; notes: Note[] };

/** Blocks of code, which hold everything else that looks like a shortcode. Bounds keep time linear for those without end. */
const CODE_BLOCK =
  /\{%-?\s*highlight\b([^%]{0,500})%\}\r?\n?|\{\{[<%]\s*highlight\s([^>%]{0,500})[>%]\}\}\r?\n?/g;
const END_OF_LIQUID_CODE = /\{%-?\s*endhighlight\s*-?%\}/g;
const END_OF_HUGO_CODE = /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g;

/** `{{< name … >}}`, `{{% name … %}}`, `{% name … %}`, `{{ name … }}`, and attributes of kramdown, `{: .name}`, with the line that its contents replace. */
const SHORTCODE =
  /\{\{[<%]((?:(?!\{\{[<%])[\s\S]){0,2000}?)[>%]\}\}|\{%-?((?:(?!\{%)[\s\S]){0,2000}?)-?%\}|\{\{-?([^{}]{0,2000}?)-?\}\}|^(?:(?:[*+-]|\d\.)[ \t]+[^\n]{1,200}\r?\n)?\{::?[ \t]*toc\b[^}\n]{0,500}\}[ \t]*$|^\{:[^}\n]{0,500}\}[ \t]*$|(?<=[)\]*_`])\{:[^}\n]{0,500}\}/gm;

/** How Hugo and Zola write a shortcode that is only shown, also in code. */
const ESCAPED = /^(\{\{[<%]?|\{%)\s*\/\*\s?([\s\S]*?)\s?\*\/\s*([>%]?\}\}|%\})$/;

/** Jekyll looks for it before Markdown does, also in code. */
const RAW = { opening: /\{%-?\s*raw\s*-?%\}/g, closing: /\{%-?\s*endraw\s*-?%\}/g };

/** What Jekyll and Hugo show to nobody. */
const COMMENT = /\{%-?\s*comment\s*-?%\}|\{\{[<%]\s*comment\s*[>%]\}\}/g;
const END_OF_LIQUID_COMMENT = /\{%-?\s*endcomment\s*-?%\}/g;
const END_OF_HUGO_COMMENT = /\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g;

/** Different shortcodes that a post's notes name. */
const MAX_NAMED = 10;

/**
 * Replaces the shortcodes of Hugo and Zola and the Liquid of Jekyll that stand for something that Markdown can say, and
 * notes all others, which stay in the text as they are. Code is left alone.
 */
export function convertShortcodes(
  body: string,
  { generator, variables = {}, findRef = () => undefined, isHtml = false }: ShortcodeOptions = {},
): Converted {
  const code = replaceCodeBlocks(withoutComments(body));
  const isCode = rangeFinder(codeRanges(code.body));
  const raw = rawEdits(code.body, generator);
  const isRaw = rangeFinder(raw.ranges);
  const edits: Edit[] = [...raw.edits];
  const [left, dropped] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const converted = new Map(code.names.map((name): [string, number[]] => [name, []]));
  for (const match of code.body.matchAll(SHORTCODE)) {
    const [whole, ...inside] = match;
    const [hugo, liquid, output] = inside.map((each) => each?.trim());
    if (isRaw(match.index)) continue;
    const place = { start: match.index, end: match.index + whole.length };
    const shown = shownText(whole);
    if (shown !== undefined) {
      edits.push({ ...place, text: shown });
      continue;
    }
    if (isCode(match.index)) continue;
    const { name, text } = convert({
      whole,
      hugo,
      liquid,
      output,
      generator,
      variables,
      findRef,
    });
    const told = text === undefined ? left : name === KRAMDOWN ? dropped : converted;
    const positions = told.get(name) ?? [];
    told.set(name, positions);
    positions.push(match.index);
    edits.push({ ...place, text: text ?? asWritten(whole, isHtml) });
  }
  return {
    body: applyEdits(code.body, edits),
    notes: [
      ...changedNote([...converted.keys()]),
      ...leftNotes(left, code.body),
      ...droppedNote(dropped, code.body),
    ],
  };
}

type ShortcodeOptions = {
  generator?: Generator | undefined;
  /** What templates of Jekyll name `site`. */
  variables?: Readonly<Record<string, unknown>>;
  /** The path of a page that a reference names, in its own language or another. */
  findRef?: (written: string, language?: string) => string | undefined;
  isHtml?: boolean;
};

/** What stays of a shortcode is text: `{{<b>}}` is no element. */
function asWritten(whole: string, isHtml: boolean): string {
  return isHtml ? escapeHtml(whole) : whole.replace(/[\\<*_`[\]~$&@^]/g, '\\$&');
}

/** A shortcode that is only shown, without the mark that says so; undefined for any other. */
function shownText(whole: string): string | undefined {
  const [, opening, shown = '', closing] = ESCAPED.exec(whole) ?? [];
  return opening === undefined ? undefined : `${opening} ${shown.trim()} ${closing}`;
}

/** Takes out the marks of what is shown as it is written, and finds what is between them. */
function rawEdits(body: string, generator?: Generator): { ranges: Range[]; edits: Edit[] } {
  const [ranges, edits]: [Range[], Edit[]] = [[], []];
  // Elsewhere, code may tell of Jekyll.
  const isIgnored = generator === 'jekyll' ? () => false : rangeFinder(codeRanges(body));
  for (const { start, end, inside } of findDelimited(body, { ...RAW, isIgnored })) {
    ranges.push([start, end]);
    edits.push({ start, end, text: inside });
  }
  return { ranges, edits };
}

function withoutComments(body: string): string {
  const closing = ([opening]: RegExpExecArray) =>
    opening.startsWith('{%') ? END_OF_LIQUID_COMMENT : END_OF_HUGO_COMMENT;
  const isIgnored = rangeFinder(codeRanges(body));
  return replaceDelimited(body, { opening: COMMENT, closing, isIgnored }, () => '');
}

function replaceCodeBlocks(body: string): { body: string; names: string[] } {
  const closing = ([opening]: RegExpExecArray) =>
    opening.startsWith('{%') ? END_OF_LIQUID_CODE : END_OF_HUGO_CODE;
  const isIgnored = rangeFinder(codeRanges(body));
  const blocks = findDelimited(body, { opening: CODE_BLOCK, closing, isIgnored });
  const edits = blocks.map(({ opening, inside: code, ...range }): Edit => {
    const [, liquid, hugo] = opening;
    const language = /^\s*"?([\w+#.-]*)/.exec(liquid ?? hugo ?? '')?.[1] ?? '';
    const runs = code.match(/`+/g) ?? [];
    const longest = runs.reduce((most, { length }) => Math.max(most, length), 2);
    const fence = '`'.repeat(longest + 1);
    const text = `${fence}${language}\n${code}${code.endsWith('\n') ? '' : '\n'}${fence}`;
    return { ...range, text };
  });
  return { body: applyEdits(body, edits), names: edits.length > 0 ? ['highlight'] : [] };
}

type Shortcode = {
  whole: string;
  hugo: string | undefined;
  liquid: string | undefined;
  output: string | undefined;
  generator: Generator | undefined;
} & Required<Pick<ShortcodeOptions, 'variables' | 'findRef'>>;

/** The text for a shortcode; undefined when there is none. */
function convert({ whole, hugo, liquid, output, generator, variables, findRef }: Shortcode): {
  name: string;
  text?: string | undefined;
} {
  const inside = hugo ?? liquid ?? output;
  if (inside === undefined) {
    const [, id] = /[\s:]#([^\s{}"'<>]+)/.exec(whole) ?? [];
    const anchor = id === undefined ? '' : `<a id="${id}"></a>`;
    return { name: KRAMDOWN, text: generator === 'jekyll' ? anchor : undefined };
  }
  const [, name = '', rest = ''] = /^\s*([\w./-]*)([\s\S]*)$/.exec(inside) ?? [];
  const named = { name: name || inside.slice(0, 40) };
  if (hugo === undefined && liquid === undefined) {
    return { ...named, text: liquidOutput(inside, variables) ?? converters(name, rest, findRef) };
  }
  return { ...named, text: converters(name, rest, findRef) };
}

/**
 * `{{ site.baseurl }}`, `{{ site.url }}` and `{{ '/path' | relative_url }}` are paths of this site; `{{ site.name }}` is
 * what its configuration says.
 */
function liquidOutput(inside: string, variables: Shortcode['variables']): string | undefined {
  const [, path] =
    /^site\.([\w.-]+)(?:\s*\|\s*(?:escape|strip|relative_url|absolute_url))*$/.exec(inside) ?? [];
  if (path === 'url' || path === 'baseurl') return '';
  if (path !== undefined) {
    const value = path
      .split('.')
      .reduce<unknown>(
        (table, key) => (isMatter(table) && Object.hasOwn(table, key) ? table[key] : undefined),
        variables,
      );
    return /^(?:string|number|boolean)$/.test(typeof value) ? String(value) : undefined;
  }
  return /^(["'])([^"']*)\1\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.(?:base)?url)/.exec(
    inside,
  )?.[2];
}

function converters(name: string, rest: string, findRef: Shortcode['findRef']): string | undefined {
  const { named, positional } = parseArguments(rest);
  const first = positional[0] ?? named.get('id');
  switch (name.toLowerCase()) {
    case 'ref':
    case 'relref': {
      const written = first ?? named.get('path');
      return inUrl(written && (findRef(written, named.get('lang')) ?? written));
    }
    // Below the folder of a category, `_posts` is not said. File names hold dates: one is enough.
    case 'post_url':
      return inUrl(rest.trim() === '' ? undefined : `/${rest.trim().split('/').at(-1)}.md`);
    case 'link':
      return /\.\w+$/.test(rest.trim()) ? inUrl(`/${rest.trim().replace(/^\//, '')}`) : undefined;
    case 'figure':
    case 'image':
    case 'img':
      return figure(named, positional);
    case 'youtube':
      return (
        first &&
        `[https://www.youtube.com/watch?v=${first}](https://www.youtube.com/watch?v=${first})`
      );
    case 'vimeo':
      return first && `[https://vimeo.com/${first}](https://vimeo.com/${first})`;
    case 'gist':
      return positional.length > 0
        ? `[https://gist.github.com/${positional.slice(0, 2).join('/')}](https://gist.github.com/${positional.slice(0, 2).join('/')})`
        : undefined;
    default:
      return undefined;
  }
}

/** Spaces and brackets would end the URL in Markdown. */
function inUrl(path: string | undefined): string | undefined {
  return path?.replace(/[\s()<>"]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

function figure(
  named: ReadonlyMap<string, string>,
  positional: readonly string[],
): string | undefined {
  const src = named.get('src') ?? named.get('path') ?? named.get('url') ?? positional[0];
  if (src === undefined || src === '' || /\{[{%]/.test(src)) return undefined;
  const [title, caption, attr] = ['title', 'caption', 'attr'].map((name) => named.get(name));
  const alt = named.get('alt') ?? positional[1] ?? caption ?? title ?? '';
  const image = `<img src="${escapeHtml(inUrl(src) ?? '')}" alt="${escapeHtml(alt)}">`;
  const picture = linkTo(named.get('link'), image);
  const below = [
    title && (caption || attr ? `<strong>${escapeHtml(title)}</strong>` : escapeHtml(title)),
    caption && inlineHtml(caption),
    attr && linkTo(named.get('attrlink'), escapeHtml(attr)),
  ].filter(Boolean);
  if (below.length === 0) return picture;
  return `<figure>${picture}<figcaption>${below.join(' ')}</figcaption></figure>`;
}

function linkTo(href: string | undefined, inside: string): string {
  return href === undefined ? inside : `<a href="${escapeHtml(inUrl(href) ?? '')}">${inside}</a>`;
}

/** The Markdown that captions hold: links and emphasis. Those in HTML stay. */
function inlineHtml(markdown: string): string {
  if (/<\w[^<>]*>/.test(markdown)) return markdown;
  return escapeHtml(markdown)
    .replace(/\[([^[\]]{1,500})\]\(([^\s()]{1,2000})\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*([^*]{1,500})\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*_])([*_])([^*_]{1,500})\1(?![\w*_])/g, '<em>$2</em>');
}

const ARGUMENT = /(?:([\w-]+)\s*[=:]\s*)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`()=,]+))/g;

/** `a "b" name="c"` of Hugo and Jekyll, and `(name="c", other=1)` of Zola. */
function parseArguments(text: string) {
  const named = new Map<string, string>();
  const positional: string[] = [];
  for (const [, name, double, single, tick, bare] of text.matchAll(ARGUMENT)) {
    const value = double ?? single ?? tick ?? bare ?? '';
    if (name === undefined) positional.push(value);
    else named.set(name.toLowerCase(), value);
  }
  return { named, positional };
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

function changedNote(names: readonly string[]): Note[] {
  if (names.length === 0) return [];
  return [{ kind: 'changed', message: `Shortcodes became Markdown: ${names.join(', ')}.` }];
}

/** Where shortcodes stand in a body, by their names. */
type Positions = ReadonlyMap<string, readonly number[]>;

const KRAMDOWN = 'attributes of kramdown ({: …})';

/** Jekyll shows them to nobody: they say how something looks. */
function droppedNote(dropped: Positions, body: string): Note[] {
  const positions = dropped.get(KRAMDOWN) ?? [];
  if (positions.length === 0) return [];
  const lines = positions.slice(0, MAX_NAMED).map((each) => lineOf(body, each));
  const named = `${lines.join(', ')}${positions.length > MAX_NAMED ? '…' : ''}`;
  const where = `${positions.length === 1 ? 'line' : 'lines'} ${named}`;
  return [{ kind: 'lost', message: `Taken out of the text: ${KRAMDOWN} (${where}).` }];
}

/** What a reader misses of a shortcode, by the names that themes give them. */
const MISSED: readonly [name: RegExp, what: string][] = [
  [/galler|carousel|slide|photo|picture|image|img|figure/i, 'pictures'],
  [/youtube|video|vimeo|player|asciinema/i, 'a video'],
  [/tweet|twitter|^x$|instagram|toot|mastodon/i, 'a post of a social network'],
  [/note|notice|alert|callout|admonition|warning|tip|hint|details|expand/i, 'the frame of a box'],
  [/tab/i, 'tabs'],
  [/chart|mermaid|plot|diagram|graph|katex|math/i, 'a diagram or formula'],
  [/include|import|snippet|code|readfile/i, 'what another file holds'],
];

function leftNotes(left: Positions, body: string): Note[] {
  if (left.size === 0) return [];
  const named = [...left].slice(0, MAX_NAMED).map(([name, positions]) => {
    const more = positions.length > 1 ? ` and ${positions.length - 1} more` : '';
    const [, missed] = MISSED.find(([pattern]) => pattern.test(name)) ?? [];
    const what = missed === undefined ? '' : `: ${missed}`;
    return `${name} (line ${lineOf(body, positions[0] ?? 0)}${more}${what})`;
  });
  const rest = left.size > MAX_NAMED ? [`${left.size - MAX_NAMED} others`] : [];
  const message = `Shortcodes and Liquid stay in the text as they are written: ${[...named, ...rest].join(', ')}.`;
  return [{ kind: 'lost', message }];
}
