/** Two versions of a post, by their numbers; `against` is null when nothing is compared with. */
export type Comparison = { version: number; against: number | null };

/**
 * What the address of the page asks for: `?version=`, at first the present one, and `?against=`, at
 * first the version before it. What is not among the versions is passed over.
 *
 * @param versions at least one, the latest first
 */
export function wantedComparison(versions: readonly number[], query: URLSearchParams): Comparison {
  const asked = (name: string) => versions.find((version) => `${version}` === query.get(name));
  const version = asked('version') ?? versions[0] ?? 1;
  const against = asked('against');
  return {
    version,
    against: against === undefined || against === version ? before(versions, version) : against,
  };
}

/** The address that asks for a comparison. */
export function comparisonQuery(
  versions: readonly number[],
  { version, against }: Comparison,
): string {
  const isUsual = against === null || against === before(versions, version);
  const wanted = { version: `${version}`, ...(isUsual ? {} : { against: `${against}` }) };
  return `?${new URLSearchParams(wanted)}`;
}

function before(versions: readonly number[], version: number): number | null {
  return versions.find((earlier) => earlier < version) ?? null;
}
