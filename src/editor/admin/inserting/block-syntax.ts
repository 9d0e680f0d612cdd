import type { BodyFormat } from '../../../rendering/body.ts';
import type { Values } from './block-form.ts';

/** A block with a language of its own, such as `smiles`; empty values are not written. */
type FencedBlock = { lang: string; label: string; name: string; options: Values; body: string };

/** Attributes, ` {#fig-a name="…"}` with a space before them; empty for none. */
export function inBraces(first: string, values: Values): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => {
    const text = oneLine(value);
    if (text === '') return [];
    return [/^[\w.+-]+$/.test(text) ? `${key}=${text}` : `${key}="${escaped(text, /[\\"]/g)}"`];
  });
  const parts = [...(first === '' ? [] : [first]), ...pairs];
  return parts.length === 0 ? '' : ` {${parts.join(' ')}}`;
}

/** A block between fences; in HTML, the element that stands for it. */
export function writeFence(block: FencedBlock, language: BodyFormat): string {
  const { lang, label, name, options, body } = block;
  const given = Object.entries(options).filter(([, value]) => value !== '');
  if (language === 'html') {
    const pairs = given.map(([key, value]) => `${key}=${value}`).join(' ');
    const attributes = Object.entries({ science: lang, label, name: oneLine(name), options: pairs })
      .filter(([, value]) => value !== '')
      .map(([key, value]) => ` data-${key}="${htmlText(value)}"`);
    return `<pre><code${attributes.join('')}>${htmlText(body)}</code></pre>`;
  }
  const fence = fenceAround(body, '`');
  // A line with another backtick does not begin a fence.
  const plain = name.replaceAll('`', "'");
  const braces = inBraces(label === '' ? '' : `#${label}`, { name: plain, ...options });
  return `${fence}${lang}${braces}\n${body}\n${fence}`;
}

/** Longer than what in a text would end it. */
export function fenceAround(text: string, mark: '`' | ':'): string {
  const runs = [...text.matchAll(mark === ':' ? /^:+/gm : /`+/g)].map(([run]) => run.length + 1);
  return mark.repeat(Math.max(3, ...runs));
}

export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

export function escaped(text: string, marks: RegExp): string {
  return text.replace(marks, '\\$&');
}
