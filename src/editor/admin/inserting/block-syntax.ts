import { parseAttributes } from '../../../text/attributes.ts';

/** The values of a form, by field. `body` is what a block cannot be without, `label` the label of a numbered one. */
export type Values = Readonly<Record<string, string>>;

/** Attributes, ` {#fig-a name="…"}` with a space before them; empty for none. */
export function inBraces(label: string, values: Values): string {
  const pairs = Object.entries(values).flatMap(([key, value]) => {
    const text = oneLine(value);
    if (text === '') return [];
    return [/^[\w.+-]+$/.test(text) ? `${key}=${text}` : `${key}="${escaped(text, /[\\"]/g)}"`];
  });
  const parts = [...(label === '' ? [] : [`#${label}`]), ...pairs];
  return parts.length === 0 ? '' : ` {${parts.join(' ')}}`;
}

/** What stands in a block's braces; null if there is more than a form knows. */
export function bracesOf(braces: string, known: readonly string[]): Values | null {
  const attributes = parseAttributes(braces);
  if (attributes === null || attributes.classes.length > 0) return null;
  const { label = '', values } = attributes;
  return Object.keys(values).every((key) => known.includes(key)) ? { ...values, label } : null;
}

export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

export function escaped(text: string, marks: RegExp): string {
  return text.replace(marks, '\\$&');
}
