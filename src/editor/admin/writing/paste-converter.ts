import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { type PastedSource, type PasteOptions, pastedSource } from './pasted-source.ts';

/**
 * Not `DOMParser`: its documents have the page's content policy, and a browser reports every style and
 * handler in them to the console.
 */
const reader = unified().use(rehypeParse).freeze();

/** Converts the clipboard's HTML; loaded with the first formatted paste. */
export function convertHtml(html: string, options: PasteOptions): PastedSource | null {
  return pastedSource(reader.parse(html), options);
}
