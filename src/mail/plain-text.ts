import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import { lowered, raised } from '../server/html/unicode-scripts.ts';

/** Line length, for mail programs that do not wrap (RFC 3676, section 4.2). */
const MAX_LINE_CHARS = 76;

/** An exponent without Unicode superscripts gets a caret: 10 and 2x must not become 102x. */
const superscript: FormatCallback = ({ children = [] }, walk, builder, _) => {
  const words = wordsIn(children);
  const small = raised(words);
  // Note references and ordinals stay readable on the line.
  if (holdsLink(children) || /^(\[[\w ]+\]|st|nd|rd|th|\W*)$/u.test(words)) walk(children, builder);
  else builder.addInline(small ?? (/^\p{L}+$/u.test(words) ? `^${words}` : `^(${words})`));
};

const subscript: FormatCallback = ({ children = [] }, walk, builder, _) => {
  const small = lowered(wordsIn(children));
  if (small === null || holdsLink(children)) walk(children, builder);
  else builder.addInline(small);
};

function wordsIn(nodes: readonly DomNode[]): string {
  return nodes.map(({ data, children = [] }) => data ?? wordsIn(children)).join('');
}

function holdsLink(nodes: readonly DomNode[]): boolean {
  return nodes.some(({ name, children = [] }) => name === 'a' || holdsLink(children));
}

/** What a picture shows, and its URL unless it is a link to something else. Formulas are words of their sentence. */
const picture: FormatCallback = ({ attribs = {}, parent }, _, builder) => {
  const { alt = '', src = '', class: classes = '' } = attribs;
  if (classes === 'formula') return builder.addInline(alt);
  const name = alt === '' ? 'Picture' : `Picture: ${alt}`;
  builder.addInline(isInLink(parent) ? name : `${name} <${src}>`);
};

function isInLink(node: DomNode | null | undefined): boolean {
  return node != null && (node.name === 'a' || isInLink(node.parent));
}

const afterName: FormatCallback = ({ children = [] }, walk, builder, _) => {
  walk(children, builder);
  builder.addInline(': ');
};

function blocks(lineBreaks: number, ...selectors: string[]) {
  const options = { leadingLineBreaks: lineBreaks, trailingLineBreaks: lineBreaks };
  return selectors.map((selector) => ({ selector, format: 'block', options }));
}

const convert = compile({
  wordwrap: MAX_LINE_CHARS,
  formatters: { superscript, subscript, afterName, picture },
  selectors: [
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
    { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'picture' },
    { selector: 'sup', format: 'superscript' },
    { selector: 'sub', format: 'subscript' },
    {
      selector: 'table.data',
      format: 'dataTable',
      options: { uppercaseHeaderCells: false, maxColumnWidth: 32 },
    },
    { selector: 'th.fact-name', format: 'afterName' },
    { selector: 'td.fact', format: 'inline' },
    ...blocks(1, 'tr.fact-row', 'dt', 'dd', 'td', 'th'),
    ...blocks(2, 'table.facts', 'figure', 'figcaption', 'dl', 'address'),
  ],
});

export function toPlainText(html: string): string {
  return `${convert(html).trim()}\n`;
}
