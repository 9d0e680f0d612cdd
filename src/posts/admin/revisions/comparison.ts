/** Two versions of a post, by number; `against` is null when there is no other version. */
export type Comparison = { version: number; against: number | null };

/**
 * The comparison in a URL's query: `?version=`, by default the latest, and `?against=`, by default the
 * version before it. Unknown versions count as missing.
 *
 * @param versions at least one, latest first
 */
export function comparisonIn(versions: readonly number[], query: URLSearchParams): Comparison {
  const known = (name: string) => versions.find((version) => `${version}` === query.get(name));
  const version = known('version') ?? versions[0] ?? 1;
  const against = known('against');
  return {
    version,
    against: against === undefined || against === version ? before(versions, version) : against,
  };
}

/** The query of a comparison's URL. */
export function comparisonQuery(
  versions: readonly number[],
  { version, against }: Comparison,
): string {
  const isDefault = against === null || against === before(versions, version);
  const parameters = { version: `${version}`, ...(isDefault ? {} : { against: `${against}` }) };
  return `?${new URLSearchParams(parameters)}`;
}

function before(versions: readonly number[], version: number): number | null {
  return versions.find((earlier) => earlier < version) ?? null;
}
