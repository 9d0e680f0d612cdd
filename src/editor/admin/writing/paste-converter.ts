import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { type PlacePicture, readBlocks, UNREAD_FORMULA } from './pasted-blocks.ts';
import { elementsOf, styleOf } from './pasted-elements.ts';
import { toMarkdown } from './pasted-markdown.ts';

/**
 * Not `DOMParser`: its documents have the page's content policy, and a browser reports every style and
 * handler in them to the console.
 */
const reader = unified().use(rehypeParse).freeze();

type ConvertOptions = {
  /** The number of the first footnote. */
  firstNote: number;
  place: PlacePicture;
  /** The origin of this site; by default that of the page. */
  origin?: string;
};

/** A paragraph's text, to be part of another, is inline. The notice says what is left out; empty for nothing. */
type Converted = { text: string; isInline: boolean; notice: string };

const WITHOUT_TEX = 'A formula came without its TeX: write it where the text says TODO.';

/**
 * Converts formatted text to Markdown; loaded with the first formatted paste. Null for the source code of an editor or a
 * terminal, which is plain text.
 */
export function convertHtml(html: string, options: ConvertOptions): Converted | null {
  const { firstNote, place, origin = globalThis.location?.origin } = options;
  const root = reader.parse(html);
  const isCode = elementsOf(root).some((each) => styleOf(each, 'white-space') === 'pre');
  // Browsers resolve the fragments of what is pasted to the URL of the form. No link leads into the admin area.
  for (const { properties } of elementsOf(root)) {
    const url = URL.parse(String(properties.href ?? ''));
    const isOfAdmin = url?.origin === origin && /^\/admin(?:\/|$)/i.test(url?.pathname ?? '');
    if (isOfAdmin) properties.href = url?.hash ?? '';
  }
  const { text, isInline, isPlain } = toMarkdown(readBlocks(root, firstNote, place));
  if (isPlain && isCode) return null;
  return { text, isInline, notice: text.includes(UNREAD_FORMULA) ? WITHOUT_TEX : '' };
}
