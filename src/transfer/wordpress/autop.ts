const BLOCK =
  'address|article|aside|blockquote|caption|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|iframe|legend|li|main|map|menu|nav|object|ol|option|p|pre|section|select|style|script|summary|table|tbody|td|tfoot|th|thead|tr|ul|video|audio';

const IS_BLOCK = new RegExp(`^</?(?:${BLOCK})(?=[\\s/>])`, 'i');
/** Before and after these tags a paragraph ends. */
const BLOCK_TAG = new RegExp(`(</?(?:${BLOCK})(?=[\\s/>])[^<>]*>)`, 'gi');
const VERBATIM = /<(\/?)(pre|script|style|textarea)\b[^<>]*>/gi;

/**
 * `wpautop` of WordPress's classic editor (wp-includes/formatting.php), in linear time, unlike the
 * original.
 */
export function autop(source: string): string {
  const text = source
    .replace(/\r\n?/g, '\n')
    .replace(TAG_OR_COMMENT, (whole) => whole.replaceAll('\n', LINE_IN_TAG));
  return splitVerbatim(text)
    .map((part, index) => (index % 2 === 1 ? `${part}\n` : paragraphs(part)))
    .join('')
    .replaceAll(LINE_IN_TAG, '\n')
    .trim();
}

/** Line ends in these are not line ends of the text. A comment that never ends takes the rest, as in browsers. */
const TAG_OR_COMMENT = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
/** White space that XML forbids. */
const LINE_IN_TAG = '\v';

/** What is outside of verbatim elements (even indexes), and these elements (odd indexes). */
function splitVerbatim(html: string): string[] {
  const parts: string[] = [];
  let [at, start, open] = [0, 0, ''];
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(VERBATIM)) {
    if (open === '' && slash === '') [start, open] = [index, name.toLowerCase()];
    else if (slash !== '' && open === name.toLowerCase()) {
      const end = index + tag.length;
      parts.push(html.slice(at, start), html.slice(start, end));
      [at, open] = [end, ''];
    }
  }
  return [...parts, html.slice(at)];
}

/** Elements whose text gets paragraphs only if it has several. */
const TEXT_BLOCKS =
  /^<(?:p|h[1-6]|li|dt|dd|td|th|caption|figcaption|summary|legend|address|option|figure)(?=[\s/>])/i;

function paragraphs(text: string): string {
  const lines: string[] = [];
  const open: Block[] = [];
  for (const piece of text.split(BLOCK_TAG)) {
    if (IS_BLOCK.test(piece)) {
      // The text of a paragraph stays beside its tags.
      const ends = piece.startsWith('</') || !TEXT_BLOCKS.test(piece);
      lines.push(ends ? `${piece}\n` : piece);
      track(open, piece);
    } else lines.push(...wrap(piece, open.at(-1)?.tag));
  }
  return lines.join('');
}

type Block = { name: string; tag: string };

/** Bounds the time of searches among the open blocks. */
const MAX_DEPTH = 500;

function track(open: Block[], tag: string): void {
  const name = /^<\/?(\w+)/.exec(tag)?.[1]?.toLowerCase() ?? '';
  if (/^(?:hr|col)$/.test(name) || tag.endsWith('/>')) return;
  if (!tag.startsWith('</')) {
    if (open.length < MAX_DEPTH) open.push({ name, tag });
    return;
  }
  const at = open.findLastIndex((block) => block.name === name);
  if (at !== -1) open.splice(at);
}

function wrap(piece: string, parent = ''): string[] {
  const parts = piece
    .split(/\n[ \t]*(?:\n[ \t]*)+|(?:<br\s*\/?>[ \t]*(?:\n[ \t]*)?){2,}/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isWhole = TEXT_BLOCKS.test(parent) && (parts.length === 1 || /^<p\b/i.test(parent));
  return parts.map((part) => {
    // WordPress embeds what a line of its own links to.
    const linked = part.replace(/^[ \t]*(https?:\/\/[^\s<>]+)[ \t]*$/gm, '<a href="$1">$1</a>');
    const broken = linked.replace(/(?:<br\s*\/?>|(?<![ \t]))[ \t]*\n[ \t]*/gi, '<br>\n');
    // A comment alone, and what stands in a paragraph or cell by itself, needs none.
    if (/^(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/.test(part)) return `${part}\n`;
    return isWhole ? broken : `<p>${broken}</p>\n`;
  });
}
