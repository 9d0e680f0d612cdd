import type { Site } from '../src/site.ts';

type Rule = (site: Site, ...given: never[]) => unknown;
type Bound<R> = R extends (site: Site, ...given: infer Given) => infer Answer
  ? (...given: Given) => Answer
  : never;

/** Rules as functions without their first parameter. */
export function boundTo<Rules extends Record<string, Rule>>(site: Site, rules: Rules) {
  const bound = Object.entries(rules).map(([name, rule]) => [name, rule.bind(null, site)]);
  return Object.fromEntries(bound) as { [Name in keyof Rules]: Bound<Rules[Name]> };
}
