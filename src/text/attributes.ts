import { type Place, quoted, type Report } from './finding.ts';
import { LABEL, type LABEL_NAMES } from './placeholders.ts';

/** The attributes after the language of a fence, by Pandoc's syntax: `{#fig-a name="Aspirin" .class}`. */
export type FenceAttributes = { label?: string; values: Record<string, string>; classes: string[] };

const ATTRIBUTE =
  /\s*(?:#(?<label>[^\s{}"=]+)|\.(?<class>[\p{L}\p{N}_-]+)|(?<key>[\p{L}][\p{L}\p{N}_-]*)=(?:"(?<quoted>(?:\\.|[^"\\])*)"|(?<bare>[^\s{}"]+)))/uy;

/** Parses attributes in braces; null if they are malformed. An empty text has no attributes. */
export function parseAttributes(text: string): FenceAttributes | null {
  const written = text.trim();
  const attributes: FenceAttributes = { values: {}, classes: [] };
  if (written === '') return attributes;
  if (!written.startsWith('{') || !written.endsWith('}')) return null;
  const inner = written.slice(1, -1).trimEnd();
  ATTRIBUTE.lastIndex = 0;
  while (ATTRIBUTE.lastIndex < inner.length) {
    const groups = ATTRIBUTE.exec(inner)?.groups;
    if (groups === undefined) return null;
    const { label, key, quoted, bare } = groups;
    if (label !== undefined) attributes.label = label;
    else if (groups.class !== undefined) attributes.classes.push(groups.class);
    else if (key !== undefined) {
      attributes.values[key] = quoted?.replace(/\\(.)/gs, '$1') ?? bare ?? '';
    }
  }
  return attributes;
}

/** Parses attributes in braces; what cannot be read is reported. */
export function readAttributes(
  written: string,
  place: Place,
  report: Report,
  hint: string,
): FenceAttributes | null {
  const attributes = parseAttributes(written);
  const message = `${quoted(written, 80)} is not understood. ${hint}`;
  if (attributes === null) report('malformed-attributes', place, message);
  return attributes;
}

const list = new Intl.ListFormat('en-AU', { type: 'disjunction' });

export function readLabel(
  attributes: FenceAttributes | null,
  place: Place,
  report: Report,
  prefixes: readonly (keyof typeof LABEL_NAMES)[],
): string | undefined {
  const { label } = attributes ?? {};
  const prefix = LABEL.exec(label ?? '')?.[1];
  if (label === undefined || prefixes.some((known) => known === prefix)) return label;
  const known = list.format(prefixes.map((each) => `${each}-`));
  const message = `#${label} is not a label: labels begin with ${known}.`;
  report('malformed-label', place, message, 'error');
  return undefined;
}

/** Text on one line, as a name or caption in an attribute; undefined for none. */
export function nameOf(text: string | undefined): string | undefined {
  return text?.trim().replace(/\s+/g, ' ').slice(0, 200).toWellFormed() || undefined;
}
