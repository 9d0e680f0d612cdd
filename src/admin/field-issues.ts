export type FieldIssue = { loc: (string | number)[]; msg: string };

export function issueText(
  { loc, msg }: FieldIssue,
  labelOf: (field: string) => string | undefined = () => undefined,
): string {
  const [field, ...rest] = loc.slice(1);
  if (field === undefined) return msg;
  const place = rest.map((key) => (typeof key === 'number' ? key + 1 : key));
  return `${[labelOf(`${field}`) ?? field, ...place].join(' ')}: ${msg}`;
}

export function issuesByField(issues: readonly FieldIssue[]): Partial<Record<string, string>> {
  const firsts = issues.toReversed().map(({ loc, msg }) => [String(loc[1]), msg] as const);
  return Object.fromEntries(firsts);
}
