import { diff3Merge } from 'node-diff3';
import type { PostFormValues } from '../../../posts/admin/post-form-values.ts';

export type Disagreement = { mine: string; theirs: string };

export const CHOICES = ['mine', 'theirs', 'both'] as const;
export type Choice = (typeof CHOICES)[number];

/**
 * A three-way merge. Where both changed a field, ours is taken, except for the text, which is
 * merged line by line.
 */
export function mergeVersions(
  base: PostFormValues,
  ours: PostFormValues,
  theirs: PostFormValues,
): { disagreements: Disagreement[]; resolve: (choices: readonly Choice[]) => PostFormValues } {
  const lines = [ours, base, theirs].map(({ content }) => content.split('\n'));
  const parts = diff3Merge<string>(lines[0] ?? [], lines[1] ?? [], lines[2] ?? [], {
    excludeFalseConflicts: true,
  });
  const disagreements = parts.flatMap(({ conflict }) =>
    conflict ? [{ mine: conflict.a.join('\n'), theirs: conflict.b.join('\n') }] : [],
  );
  const fields = Object.keys(ours).map((key) => {
    const field = key as keyof PostFormValues;
    const isOurs = JSON.stringify(ours[field]) !== JSON.stringify(base[field]);
    return [field, isOurs ? ours[field] : theirs[field]];
  });

  function resolve(choices: readonly Choice[]): PostFormValues {
    const remaining = [...choices];
    const content = parts.flatMap(({ ok, conflict }): readonly string[] => {
      if (conflict === undefined) return ok ?? [];
      const choice = remaining.shift() ?? 'mine';
      if (choice !== 'both') return choice === 'mine' ? conflict.a : conflict.b;
      return [...conflict.a, '', ...conflict.b];
    });
    return { ...(Object.fromEntries(fields) as PostFormValues), content: content.join('\n') };
  }

  return { disagreements, resolve };
}
