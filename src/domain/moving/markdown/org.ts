import { type Delimited, findDelimited } from '../text/delimited.ts';
import type { RawFrontMatter, SplitFile } from './front-matter.ts';

/** The first line of a block: what kind it is, and its language. */
const BLOCK = /^[ \t]*#\+begin_(\w+)(?:[ \t]+(\S+))?[^\n]{0,500}\n/gim;

/** `#+KEY: value`, and `#+KEY[]: one two`, as Hugo reads them. */
const KEYWORD = /^#\+([\w-]+)(\[\])?:[ \t]*(.*)$/;
/** A drawer holds properties. */
const DRAWER = /^[ \t]*:[A-Z_]+:[ \t]*\n(?:[ \t]*:[^\n]*\n){0,100}?[ \t]*:END:[ \t]*$/gim;

/** The front matter of an Org file of Hugo, and its text in Markdown (https://orgmode.org/worg/org-syntax.html). */
export function readOrg(text: string): SplitFile {
  const matter: Record<string, unknown> = {};
  const lines = text.replace(/\r\n?/g, '\n');
  const pieces: string[] = [];
  let at = 0;
  for (const { opening, inside, start, end } of findBlocks(lines)) {
    const [, kind = '', language = ''] = opening;
    pieces.push(prose(lines.slice(at, start), matter));
    pieces.push(blockOf(kind.toLowerCase(), language, inside));
    at = end;
  }
  pieces.push(prose(lines.slice(at), matter));
  return { matter: matter as RawFrontMatter, body: pieces.join('').trim().concat('\n') };
}

function findBlocks(text: string): Delimited[] {
  const endOf = new Map<string, RegExp>();
  const closing = ([, kind = '']: RegExpExecArray) => {
    const end = endOf.get(kind) ?? new RegExp(`^[ \\t]*#\\+end_${kind}[ \\t]*$`, 'gim');
    endOf.set(kind, end);
    return end;
  };
  return findDelimited(text, { opening: BLOCK, closing });
}

function blockOf(kind: string, language: string, content: string): string {
  switch (kind) {
    case 'src':
    case 'example':
      return `\n\`\`\`${kind === 'src' ? language : ''}\n${content}\`\`\`\n`;
    case 'quote':
      return `\n${content
        .trimEnd()
        .split('\n')
        .map((line) => `> ${inline(line)}`)
        .join('\n')}\n\n`;
    case 'comment':
      return '';
    default:
      return `\n${content}\n`;
  }
}

function prose(text: string, matter: Record<string, unknown>): string {
  const lines = text
    .replace(DRAWER, '')
    .split('\n')
    .filter((line) => {
      const [, key, isList, value = ''] = KEYWORD.exec(line) ?? [];
      if (key !== undefined)
        addField(matter, key.toLowerCase(), isList !== undefined, value.trim());
      // Other lines with a hash are comments.
      return key === undefined && !/^[ \t]*#(?:[ \t]|$)/.test(line);
    });
  return lines.map(lineOf).join('\n');
}

function addField(
  matter: Record<string, unknown>,
  key: string,
  isList: boolean,
  value: string,
): void {
  if (/^(?:options|startup|property|attr_\w+|caption|name|results|toc|macro)$/.test(key)) return;
  if (key === 'filetags') matter.tags = value.split(':').filter((tag) => tag !== '');
  else if (isList) matter[key] = value.split(/\s+/);
  // `<2023-05-03 Wed 10:00>` is a time.
  else if (key === 'date') {
    matter[key] = value.replace(/^[<[](\d{4}-\d{2}-\d{2})(?: \p{L}+\.?)?([^>\]]*)[>\]]$/u, '$1$2');
  } else matter[key] = value;
}

function lineOf(line: string): string {
  const [, stars = '', heading = ''] = /^(\*+)[ \t]+(.*)$/.exec(line) ?? [];
  if (stars === '') return inline(line);
  const plain = heading.replace(/^(?:TODO|DONE)[ \t]+/, '').replace(/[ \t]+:[\w@#%:]+:[ \t]*$/, '');
  // The title of the post is the first level, as in Hugo.
  return `${'#'.repeat(Math.min(6, stars.length + 1))} ${inline(plain)}`;
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/** Links and emphasis; what is between signs of code stays as it is. */
function inline(text: string): string {
  return text
    .split(/((?<![\w=~])([=~])\S(?:[^\n]{0,500}?\S)?\2(?![\w=~]))/)
    .map((part, index) => {
      // Split by a pattern with two groups: a text, code with its signs, the sign.
      if (index % 3 === 2) return '';
      return index % 3 === 1 ? `\`${part.slice(1, -1)}\`` : marked(part);
    })
    .join('');
}

function marked(text: string): string {
  return text
    .split(/(\[\[[^\][\n]{1,2000}\](?:\[[^\][\n]{1,2000}\])?\])/)
    .map((part, index) => (index % 2 === 1 ? link(part) : emphasized(part)))
    .join('');
}

function link(written: string): string {
  const [, target = '', words] = /^\[\[([^\]]+)\](?:\[([^\]]+)\])?\]$/.exec(written) ?? [];
  const url = target.replace(/^file:/, '').replace(/\s/g, '%20');
  if (words === undefined && PICTURE.test(url)) return `![](${url})`;
  return `[${words ?? target}](${url})`;
}

/** What may stand before and behind a sign of emphasis, and what is between two of them. */
const between = (sign: string) =>
  new RegExp(
    `(?<=^|[\\s({'"-])\\${sign}([^\\s${sign}](?:[^\\n${sign}]{0,500}[^\\s${sign}])?)\\${sign}(?=$|[\\s.,;:!?'")}[-])`,
    'g',
  );
const [BOLD, ITALIC, STRUCK] = [between('*'), between('/'), between('+')];

function emphasized(text: string): string {
  return text
    .replace(ITALIC, '_$1_')
    .replace(BOLD, '**$1**')
    .replace(STRUCK, '~~$1~~')
    .replace(/\[fn:([\w-]+)\]/g, '[^$1]')
    .replace(/^(\[\^[\w-]+\])[ \t]/, '$1: ');
}
