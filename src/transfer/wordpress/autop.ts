import { splitVerbatim } from './delimited.ts';

const BLOCK =
  'address|article|aside|blockquote|caption|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|iframe|legend|li|main|map|math|menu|nav|object|ol|option|p|pre|section|select|style|script|summary|table|tbody|td|tfoot|th|thead|tr|ul|video|audio';

const STARTS_WITH_BLOCK = new RegExp(`^</?(?:${BLOCK})(?=[\\s/>])`, 'i');
/** Before and after these tags a paragraph ends. */
const BLOCK_TAG = new RegExp(`(</?(?:${BLOCK})(?=[\\s/>])[^<>]*>)`, 'gi');
/** Inside of these, text has lines of its own: in lists, tables, and where the author opened a paragraph. */
const VERBATIM = ['pre', 'script', 'style', 'textarea'];

/**
 * Makes paragraphs of the blank lines, and line breaks of the lines, of a text of WordPress's classic editor (`wpautop` in
 * wp-includes/formatting.php). Takes linear time, unlike the original.
 */
export function autop(source: string): string {
  const text = source
    .replace(/\r\n?/g, '\n')
    .replace(TAG_OR_COMMENT, (whole) => whole.replaceAll('\n', LINE_IN_TAG));
  return splitVerbatim(text, VERBATIM)
    .map((part, index) => (index % 2 === 1 ? part : paragraphs(part)))
    .filter((part) => part !== '')
    .join('\n')
    .replaceAll(LINE_IN_TAG, '\n');
}

/** Line ends in these are not line ends of the text. A comment that never ends takes the rest, as in browsers. */
const TAG_OR_COMMENT = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
/** White space that XML forbids. */
const LINE_IN_TAG = '\v';

/** Elements whose text gets paragraphs only if it has several. */
const TEXT_BLOCKS =
  /^<(?:p|h[1-6]|li|dt|dd|td|th|caption|figcaption|summary|legend|address|option|figure)(?=[\s/>])/i;
const CLOSES = /^<\//;

function paragraphs(text: string): string {
  const lines: string[] = [];
  /** The blocks that are open, innermost last. */
  const open: Block[] = [];
  for (const piece of text.split(BLOCK_TAG)) {
    if (STARTS_WITH_BLOCK.test(piece)) {
      lines.push(piece);
      track(open, piece);
    } else lines.push(...wrap(piece, open.at(-1)?.tag));
  }
  return join(lines);
}

type Block = { name: string; tag: string };

/** Bounds the time of searches among the open blocks. */
const MAX_DEPTH = 500;

function track(open: Block[], tag: string): void {
  const name = /^<\/?(\w+)/.exec(tag)?.[1]?.toLowerCase() ?? '';
  if (/^(?:hr|col)$/.test(name) || tag.endsWith('/>')) return;
  if (!CLOSES.test(tag)) {
    if (open.length < MAX_DEPTH) open.push({ name, tag });
    return;
  }
  const at = open.findLastIndex((each) => each.name === name);
  if (at !== -1) open.splice(at);
}

/** Text between two tags of blocks. */
function wrap(piece: string, parent: string | undefined): string[] {
  const parts = piece
    .split(/\n[ \t]*(?:\n[ \t]*)+|(?:<br\s*\/?>[ \t]*(?:\n[ \t]*)?){2,}/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isText = parent !== undefined && TEXT_BLOCKS.test(parent);
  return parts.map((part) => {
    // WordPress embeds what a line of its own links to.
    if (/^https?:\/\/[^\s<>]+$/.test(part)) return `<p><a href="${part}">${part}</a></p>`;
    const linked = part.replace(/^[ \t]*(https?:\/\/[^\s<>]+)[ \t]*$/gm, '<a href="$1">$1</a>');
    const broken = linked.replace(/(?:<br\s*\/?>|(?<![ \t]))[ \t]*\n[ \t]*/gi, '<br>\n');
    // A comment alone, and what stands in a paragraph or cell by itself, needs none.
    if (/^(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/.test(part)) return part;
    return isText && (parts.length === 1 || /^<p\b/i.test(parent)) ? broken : `<p>${broken}</p>`;
  });
}

/** Each block begins a line; the text of a paragraph stays beside its tags. */
function join(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      const before = lines[index - 1];
      const isBeside =
        before !== undefined &&
        (!STARTS_WITH_BLOCK.test(line) || CLOSES.test(line) || !STARTS_WITH_BLOCK.test(before));
      return index === 0 || (isBeside && TEXT_BLOCKS.test(openingOf(before, line)))
        ? line
        : `\n${line}`;
    })
    .join('');
}

/** The tag that decides whether two pieces stand on one line. */
function openingOf(before: string, line: string): string {
  return CLOSES.test(line) ? line.replace('</', '<') : before;
}
