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
