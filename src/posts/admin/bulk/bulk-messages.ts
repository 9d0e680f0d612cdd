import { retention } from '../../../content/retention.ts';
import { isPublic, tagKey } from '../../post.ts';
import type { AdminPostSummary } from '../../reading.ts';
import type { BulkAction, BulkOutcome } from './use-bulk-action.ts';

/** "1 post", "2 posts". */
export function countOf(posts: number): string {
  return posts === 1 ? '1 post' : `${posts} posts`;
}

/** The name of an action, as on its button. */
export function nameOf(action: BulkAction): string {
  const names = {
    'add-tag': 'Add tag',
    'remove-tag': 'Remove tag',
    publish: 'Publish',
    'make-draft': 'Make draft',
    'move-to-trash': 'Move to trash',
  };
  const name = names[action.kind];
  return 'tag' in action ? `${name} “${action.tag.trim()}”` : name;
}

/** What to ask before an action; null when nobody outside notices it. */
export function questionBefore(
  { kind }: BulkAction,
  posts: readonly AdminPostSummary[],
  now: string,
): string | null {
  const onSite = posts.filter((post) => isPublic(post, now)).length;
  const left = onSite === 0 ? '' : ` On the site now: ${onSite}.`;
  if (kind === 'publish') {
    const drafts = posts.filter(({ status }) => status === 'draft').length;
    return drafts === 0
      ? null
      : `Publish ${countOf(drafts)}? They become public at once, or on a publish date to come.`;
  }
  if (kind === 'make-draft') {
    return onSite === 0
      ? null
      : `Make ${countOf(posts.length)} drafts?${left} Drafts are taken off the site until they are published again.`;
  }
  if (kind !== 'move-to-trash') return null;
  return `Move ${countOf(posts.length)} to the trash?${left} What is there can be restored for ${retention.trash.label}.`;
}

/** What an action did, in numbers: "Publish: 2 changed, 1 failed." */
export function summaryOf(action: BulkAction, outcomes: readonly BulkOutcome[]): string {
  const failed = outcomes.filter(({ detail }) => detail !== null).length;
  const changed = outcomes.filter(({ isChanged }) => isChanged).length;
  const counts = [
    [changed, action.kind === 'move-to-trash' ? 'moved' : 'changed'],
    [outcomes.length - changed - failed, 'already up to date'],
    [failed, 'failed'],
  ] as const;
  const parts = counts.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}`]));
  return `${nameOf(action)}: ${parts.join(', ')}.`;
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
