import type { Note } from '../source.ts';
import { codeRanges, rangeFinder } from '../text/code-ranges.ts';
import { applyEdits, type Edit, lineOf } from '../text/edits.ts';

export type Converted = { body: string; notes: Note[] };

/** Blocks of code, which hold everything else that looks like a shortcode. */
const CODE_BLOCKS =
  /\{%-?\s*highlight\s+([\w+#.-]+)[^%]*%\}\r?\n?([\s\S]*?)\{%-?\s*endhighlight\s*-?%\}|\{\{[<%]\s*highlight\s+"?([\w+#.-]+)"?[^>%]*[>%]\}\}\r?\n?([\s\S]*?)\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g;

/** `{{< name … >}}`, `{{% name … %}}`, `{% name … %}`, `{{ name … }}`, and attributes of kramdown, `{: .name}`. */
const SHORTCODE =
  /\{\{([<%])\s*([^>%]{0,2000}?)\s*[>%]\}\}|\{%-?\s*([^%]{0,2000}?)\s*-?%\}|\{\{-?\s*([^{}]{0,2000}?)\s*-?\}\}|^\{:[^}\n]{0,500}\}[ \t]*$|(?<=[)\]*_`])\{:[^}\n]{0,500}\}/gm;

/** What Jekyll and Hugo show to nobody. */
const COMMENTS =
  /\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}|\{\{([<%])\s*comment\s*[>%]\}\}[\s\S]*?\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g;

/** Different shortcodes that a post's notes name. */
const MAX_NAMED = 10;

/**
 * Replaces the shortcodes of Hugo and Zola and the Liquid of Jekyll that stand for something that Markdown can say, and
 * notes all others, which stay in the text as they are. Code is left alone.
 */
export function convertShortcodes(body: string): Converted {
  const code = replaceCodeBlocks(withoutComments(body));
  const isCode = rangeFinder(codeRanges(code.body));
  const edits: Edit[] = [];
  const [left, converted] = [new Map<string, number[]>(), new Set(code.names)];
  for (const match of code.body.matchAll(SHORTCODE)) {
    if (isCode(match.index)) continue;
    const [whole, , hugo, liquid, output] = match;
    const { name, text } = convert({ hugo, liquid, output });
    if (text === undefined) {
      left.set(name, [...(left.get(name) ?? []), lineOf(code.body, match.index)]);
    } else {
      converted.add(name);
      edits.push({ start: match.index, end: match.index + whole.length, text });
    }
  }
  return {
    body: applyEdits(code.body, edits),
    notes: [...changedNote([...converted]), ...leftNotes(left)],
  };
}

function withoutComments(body: string): string {
  const isCode = rangeFinder(codeRanges(body));
  return body.replace(COMMENTS, (whole, _mark, at: number) => (isCode(at) ? whole : ''));
}

function replaceCodeBlocks(body: string): { body: string; names: string[] } {
  const isCode = rangeFinder(codeRanges(body));
  const edits: Edit[] = [];
  for (const match of body.matchAll(CODE_BLOCKS)) {
    if (isCode(match.index)) continue;
    const [whole, liquid, liquidCode, hugo, hugoCode] = match;
    const code = liquidCode ?? hugoCode ?? '';
    const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = '`'.repeat(longest + 1);
    const text = `${fence}${liquid ?? hugo}\n${code}${code.endsWith('\n') ? '' : '\n'}${fence}`;
    edits.push({ start: match.index, end: match.index + whole.length, text });
  }
  return { body: applyEdits(body, edits), names: edits.length > 0 ? ['highlight'] : [] };
}

type Shortcode = {
  hugo: string | undefined;
  liquid: string | undefined;
  output: string | undefined;
};

/** The text for a shortcode; undefined when there is none. */
function convert({ hugo, liquid, output }: Shortcode): { name: string; text?: string | undefined } {
  const inside = hugo ?? liquid ?? output;
  if (inside === undefined) return { name: 'attributes of kramdown ({: …})' };
  const [, name = '', rest = ''] = /^\s*([\w./-]*)([\s\S]*)$/.exec(inside) ?? [];
  const named = { name: name || inside.slice(0, 40) };
  if (hugo === undefined && liquid === undefined) {
    return { ...named, text: liquidOutput(inside) ?? converters(name, rest) };
  }
  if (liquid !== undefined && /^(?:raw|endraw)$/.test(name)) return { ...named, text: '' };
  return { ...named, text: converters(name, rest) };
}

/** `{{ site.baseurl }}`, `{{ site.url }}` and `{{ '/path' | relative_url }}` are paths of this site. */
function liquidOutput(inside: string): string | undefined {
  if (/^site\.(?:base)?url$/.test(inside)) return '';
  return /^(["'])([^"']*)\1\s*\|\s*(?:relative_url|absolute_url|prepend:\s*site\.(?:base)?url)/.exec(
    inside,
  )?.[2];
}

function converters(name: string, rest: string): string | undefined {
  const { named, positional } = parseArguments(rest);
  const first = positional[0] ?? named.get('id');
  switch (name.toLowerCase()) {
    case 'ref':
    case 'relref':
      return first ?? named.get('path');
    case 'post_url':
      return first === undefined ? undefined : `${first.replace(/^\/?(?:_posts\/)?/, '')}.md`;
    case 'link':
      return first && /\.\w+$/.test(first) ? `/${first.replace(/^\//, '')}` : undefined;
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

function figure(
  named: ReadonlyMap<string, string>,
  positional: readonly string[],
): string | undefined {
  const src = named.get('src') ?? named.get('path') ?? named.get('url') ?? positional[0];
  if (src === undefined || !/^[\w./:~%?=&-]+$/.test(src)) return undefined;
  const caption = named.get('caption') ?? named.get('title');
  const alt = escapeHtml(named.get('alt') ?? caption ?? '');
  const picture = `<img src="${src}" alt="${alt}">`;
  if (caption === undefined) return picture;
  return `<figure>${picture}<figcaption>${escapeHtml(caption)}</figcaption></figure>`;
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

function leftNotes(left: ReadonlyMap<string, readonly number[]>): Note[] {
  if (left.size === 0) return [];
  const named = [...left].slice(0, MAX_NAMED).map(([name, lines]) => {
    const more = lines.length > 1 ? ` and ${lines.length - 1} more` : '';
    return `${name} (line ${lines[0]}${more})`;
  });
  const rest = left.size > MAX_NAMED ? [`${left.size - MAX_NAMED} others`] : [];
  const message = `Shortcodes and Liquid stay in the text as they are written: ${[...named, ...rest].join(', ')}.`;
  return [{ kind: 'lost', message }];
}
