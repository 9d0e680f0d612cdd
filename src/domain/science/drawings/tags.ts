/** The attributes of a tag as rehype-stringify and RDKit write them: all values are in double quotes. */
export const ATTRIBUTES = '(?:\\s+[^\\s=>"/]+(?:="[^"]*")?)*';

/** The opening tags of a drawing. Values of attributes may hold `>`. */
export const TAG = new RegExp(`<[a-z]+${ATTRIBUTES}\\s*/?>`, 'gi');

/** Escapes in the values of a tag what HTML allows there and XML does not. */
export function escapeValues(tag: string): string {
  return tag.replace(/="([^"]*)"/g, (value) =>
    value.replace(/&(?!#x[0-9a-f]+;|amp;|lt;|gt;|quot;)/gi, '&amp;').replaceAll('<', '&lt;'),
  );
}
