import type { Site } from '../src/site.ts';

type Rule = (site: Site, ...given: never[]) => unknown;
type Bound<R> = R extends (site: Site, ...given: infer Given) => infer Answer
  ? (...given: Given) => Answer
  : never;

/** Rules as functions without their first parameter: of a list, or of a whole module (`import * as people`). */
export function boundTo<Rules extends object>(site: Site, rules: Rules) {
  const bound = Object.entries(rules).flatMap(([name, rule]) =>
    typeof rule === 'function' ? [[name, rule.bind(null, site)]] : [],
  );
  return Object.fromEntries(bound) as {
    [Name in keyof Rules as Rules[Name] extends Rule ? Name : never]: Bound<Rules[Name]>;
  };
}
