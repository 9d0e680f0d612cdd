/** What the server did not accept; `loc` is the path to it from `body` on. */
export type FieldIssue = { loc: (string | number)[]; msg: string };

/** The labels of the post form's controls, by the field that the API knows them as. */
export const LABELS = {
  title: 'Title',
  slug: 'URL Slug',
  description: 'Description',
  content: 'Content (HTML or Markdown)',
  coverImage: 'Image URL',
  coverImageCaption: 'Image Caption',
  tags: 'Tags',
  references: 'References',
  status: 'Status',
  author: 'Author',
  publishDate: 'Publish Date',
} as const;

/**
 * What the server did not accept, with the field as the form names it: "URL Slug: Must be …",
 * "References 2 url: Must be …".
 */
export function issueText({ loc, msg }: FieldIssue): string {
  const [field, ...rest] = loc.slice(1);
  const label = LABELS[field as keyof typeof LABELS] ?? field;
  const place = rest.map((key) => (typeof key === 'number' ? key + 1 : key));
  return label === undefined ? msg : `${[label, ...place].join(' ')}: ${msg}`;
}

/** The first complaint about each field of the form. */
export function issuesByField(issues: readonly FieldIssue[]): Partial<Record<string, string>> {
  const firsts = issues.toReversed().map(({ loc, msg }) => [String(loc[1]), msg] as const);
  return Object.fromEntries(firsts);
}
