/** A validation error of the API; `loc` is the path to the field, starting with `body`. */
export type FieldIssue = { loc: (string | number)[]; msg: string };

/** A validation error with the field's label: "URL Slug: Must be …", "References 2 url: Must be …". */
export function issueText(
  { loc, msg }: FieldIssue,
  labelOf: (field: string) => string | undefined = () => undefined,
): string {
  const [field, ...rest] = loc.slice(1);
  if (field === undefined) return msg;
  const place = rest.map((key) => (typeof key === 'number' ? key + 1 : key));
  return `${[labelOf(`${field}`) ?? field, ...place].join(' ')}: ${msg}`;
}

/** The first issue of each field. */
export function issuesByField(issues: readonly FieldIssue[]): Partial<Record<string, string>> {
  const firsts = issues.toReversed().map(({ loc, msg }) => [String(loc[1]), msg] as const);
  return Object.fromEntries(firsts);
}
