import type { Place, Report, Severity } from '../../text/finding.ts';

export type Remark = Place & { message: string };

type Check<Subject> = (subject: Subject) => Iterable<Remark>;

/** What can be known to be wrong with a text, by its code; guesses about its meaning are not rules. */
export type Rules<Subject> = Readonly<
  Record<string, { severity: Severity; check: Check<Subject> }>
>;

export function error<Subject>(check: Check<Subject>) {
  return { severity: 'error', check } as const;
}

export function warning<Subject>(check: Check<Subject>) {
  return { severity: 'warning', check } as const;
}

export function applyRules<Subject>(rules: Rules<Subject>, subject: Subject, report: Report): void {
  for (const [code, { severity, check }] of Object.entries(rules)) {
    for (const { message, ...place } of check(subject)) report(code, place, message, severity);
  }
}

type Match = { match: RegExpExecArray; place: Place };

export function* matchesAt(text: string, pattern: RegExp, start: Place): Generator<Match> {
  let { line, column } = start;
  let from = 0;
  // Forward only: a text may be a single paragraph of 2 MB with a match in every word.
  for (const match of text.matchAll(pattern)) {
    const lines = text.slice(from, match.index).split(/\r\n|\r|\n/);
    const last = lines.at(-1)?.length ?? 0;
    line += lines.length - 1;
    if (column !== undefined) column = lines.length === 1 ? column + last : last + 1;
    from = match.index;
    yield { match, place: { line, column } };
  }
}
