import { retention } from '../../../content/retention.ts';
import type { BulkAction, BulkResult } from '../../bulk-editing.ts';
import { isPublic, tagKey } from '../../post.ts';
import type { AdminPostSummary } from '../../reading.ts';

/** "1 post", "2 posts". */
export function countOf(posts: number): string {
  return posts === 1 ? '1 post' : `${posts} posts`;
}

/** The name of an action, as on its button. */
export function nameOf(action: BulkAction): string {
  switch (action.kind) {
    case 'add-tag':
      return `Add tag “${action.tag.trim()}”`;
    case 'remove-tag':
      return `Remove tag “${action.tag.trim()}”`;
    case 'publish':
      return 'Publish';
    case 'make-draft':
      return 'Make draft';
    case 'move-to-trash':
      return 'Move to trash';
  }
}

/** What to ask before an action; null when nobody outside notices it. */
export function questionBefore(
  { kind }: BulkAction,
  posts: readonly AdminPostSummary[],
  now: string,
): string | null {
  const onSite = posts.filter((post) => isPublic(post, now)).length;
  if (kind === 'publish') return questionBeforePublishing(posts, now);
  if (kind === 'make-draft') {
    return onSite === 0
      ? null
      : `${areOnSite(onSite, posts.length)} As ${onSite === 1 ? 'a draft it is' : 'drafts they are'} taken off the site, until published again. Make ${countOf(posts.length)} ${posts.length === 1 ? 'a draft' : 'drafts'}?`;
  }
  if (kind !== 'move-to-trash') return null;
  const left = onSite === 0 ? '' : `${areOnSite(onSite, posts.length)} `;
  return `${left}Move ${countOf(posts.length)} to the trash? What is there can be restored for ${retention.trash.label}.`;
}

function areOnSite(onSite: number, all: number): string {
  if (onSite === all)
    return all === 1 ? 'This post is on the site.' : 'These posts are on the site.';
  return `${onSite} of these posts ${onSite === 1 ? 'is' : 'are'} on the site.`;
}

function questionBeforePublishing(posts: readonly AdminPostSummary[], now: string): string | null {
  const drafts = posts.filter(({ status }) => status === 'draft');
  if (drafts.length === 0) return null;
  const later = drafts.filter(
    ({ publishDate }) => publishDate !== null && publishDate > now,
  ).length;
  const atOnce = drafts.length - later;
  if (drafts.length === 1) {
    return `Publish 1 post? It becomes public ${later === 1 ? 'on its publish date' : 'at once'}.`;
  }
  const effects = [
    ...(atOnce === 0 ? [] : [`${atOnce} ${atOnce === 1 ? 'becomes' : 'become'} public at once`]),
    ...(later === 0
      ? []
      : [
          `${later} ${later === 1 ? 'becomes' : 'become'} public on ${later === 1 ? 'its' : 'their'} publish date`,
        ]),
  ];
  return `Publish ${drafts.length} posts? ${effects.join(' and ')}.`;
}

const OUTCOMES = ['changed', 'unchanged', 'conflict', 'missing', 'refused'] as const;

/** What an action did, in numbers: "Publish: 2 changed, 1 was changed by someone else in the meantime." */
export function summaryOf(action: BulkAction, results: readonly BulkResult[]): string {
  const parts = OUTCOMES.flatMap((outcome) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${inWords(outcome, count, action)}`];
  });
  return `${nameOf(action)}: ${parts.join(', ')}.`;
}

function inWords(outcome: BulkResult['outcome'], count: number, { kind }: BulkAction): string {
  const was = count === 1 ? 'was' : 'were';
  switch (outcome) {
    case 'changed':
      return kind === 'move-to-trash' ? 'moved' : 'changed';
    case 'unchanged':
      return `${was} already up to date`;
    case 'conflict':
      return `${was} changed by someone else in the meantime`;
    case 'missing':
      return `${was} deleted in the meantime`;
    case 'refused':
      return 'refused';
  }
}

/** The tags of posts with the number of posts that have them, the most frequent first. */
export function tagsOf(posts: readonly AdminPostSummary[]): { tag: string; count: number }[] {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of posts.flatMap(({ tags }) => tags)) {
    const key = tagKey(tag);
    const known = counts.get(key) ?? { tag, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
}
