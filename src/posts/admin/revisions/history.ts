import type { AuthoredFields } from '../../fields.ts';
import type { Post } from '../../post.ts';
import type { Revision, RevisionSummary } from '../../revisions.ts';

/**
 * The comparison in a URL's query: `?version=`, by default the latest, and `?against=`, by default the
 * version before it. Unknown versions count as missing.
 *
 * @param versions at least one, latest first
 */
export function comparisonIn(versions: readonly number[], query: URLSearchParams) {
  const known = (name: string) => versions.find((version) => `${version}` === query.get(name));
  const version = known('version') ?? versions[0] ?? 1;
  const against = known('against') ?? version;
  const previous = versions.find((earlier) => earlier < version) ?? null;
  return { version, against: against === version ? previous : against };
}

/** Sample posts and imports have no administrator as author. */
export function savedByLabel({ savedBy }: Pick<RevisionSummary, 'savedBy'>): string {
  return `by ${savedBy ?? 'the program'}`;
}

/**
 * An earlier version's content, to be saved over the current version. Slug, status and publish date stay:
 * a restore must not break a link, publish a post or unpublish it.
 */
export function restoredDraft(revision: Revision, current: Post): AuthoredFields {
  const { version: _, savedAt: __, savedBy: ___, ...authored } = revision;
  const { slug, status, publishDate } = current;
  return { ...authored, slug, status, publishDate };
}
