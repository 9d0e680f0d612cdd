import type { Options } from '@react-email/render';
import type { ReactElement } from 'react';
import { lowered, raised } from '../text/unicode-scripts.ts';
import { classes } from './email-styles.ts';
import type { MailContent } from './mail.ts';

export type RenderedEmail = Pick<MailContent, 'subject' | 'html' | 'text'>;

/** Line length of the text part, for mail programs that do not wrap (RFC 3676, section 4.2). */
const MAX_LINE_CHARS = 76;

/** The parts of html-to-text that are used here; the library has no types. */
type TextNode = {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  parent?: TextNode | null;
  children?: TextNode[];
};
type TextBuilder = { addInline: (text: string) => void };
type Walk = (nodes: readonly TextNode[], builder: TextBuilder) => void;
type Format = (element: TextNode, walk: Walk, builder: TextBuilder) => void;

/** An exponent without Unicode superscripts gets a caret: 10 and 2x must not become 102x. */
const superscript: Format = ({ children = [] }, walk, builder) => {
  const words = wordsIn(children);
  const small = raised(words);
  // Note references and ordinals stay readable on the line.
  if (holdsLink(children) || /^(\[\d+\]|st|nd|rd|th|\W*)$/u.test(words)) walk(children, builder);
  else builder.addInline(small ?? (/^\p{L}+$/u.test(words) ? `^${words}` : `^(${words})`));
};

const subscript: Format = ({ children = [] }, walk, builder) => {
  const small = lowered(wordsIn(children));
  if (small === null || holdsLink(children)) walk(children, builder);
  else builder.addInline(small);
};

function wordsIn(nodes: readonly TextNode[]): string {
  return nodes.map(({ data, children = [] }) => data ?? wordsIn(children)).join('');
}

function holdsLink(nodes: readonly TextNode[]): boolean {
  return nodes.some(({ name, children = [] }) => name === 'a' || holdsLink(children));
}

/** What a picture shows, and its URL unless it is a link to something else. Formulas are words of their sentence. */
const picture: Format = ({ attribs = {}, parent }, _, builder) => {
  const { alt = '', src = '' } = attribs;
  if (attribs.class === classes.formula) {
    builder.addInline(alt);
    return;
  }
  const name = alt === '' ? 'Picture' : `Picture: ${alt}`;
  builder.addInline(isInLink(parent) ? name : `${name} <${src}>`);
};

function isInLink(node: TextNode | null | undefined): boolean {
  return node != null && (node.name === 'a' || isInLink(node.parent));
}

const afterName: Format = ({ children = [] }, walk, builder) => {
  walk(children, builder);
  builder.addInline(': ');
};

const BLOCK = { format: 'block', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } };
const OWN_LINE = {
  format: 'block',
  options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
};

const PLAIN_TEXT_OPTIONS: Options = {
  plainText: true,
  htmlToTextOptions: {
    wordwrap: MAX_LINE_CHARS,
    formatters: { superscript, subscript, afterName, picture },
    selectors: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        format: 'heading',
        options: { uppercase: false },
      })),
      {
        selector: 'a',
        format: 'anchor',
        options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true },
      },
      { selector: 'img', format: 'picture' },
      { selector: 'sup', format: 'superscript' },
      { selector: 'sub', format: 'subscript' },
      {
        selector: 'table.data',
        format: 'dataTable',
        options: { uppercaseHeaderCells: false, maxColumnWidth: 32 },
      },
      { selector: 'tr.fact', ...OWN_LINE },
      { selector: 'th.fact-name', format: 'afterName' },
      { selector: 'td.fact-value', format: 'inline' },
      { selector: 'table.facts', ...BLOCK },
      ...['figure', 'figcaption', 'dl', 'address'].map((selector) => ({ selector, ...BLOCK })),
      ...['dt', 'dd'].map((selector) => ({ selector, ...OWN_LINE })),
    ],
  },
};

/**
 * Renders a mail as HTML and as plain text from the same element, so that neither says more. The library
 * takes a tenth of a second to load, so it is imported lazily.
 */
export async function renderEmail(subject: string, element: ReactElement): Promise<RenderedEmail> {
  const { render } = await import('@react-email/render');
  const [html, text] = await Promise.all([render(element), render(element, PLAIN_TEXT_OPTIONS)]);
  return { subject, html, text: text.trim().concat('\n') };
}
