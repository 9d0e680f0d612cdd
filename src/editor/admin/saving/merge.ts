import { mergeDiff3 } from 'node-diff3';
import type { PostFormValues } from '../../../posts/admin/post-form-values.ts';

type Merged = {
  values: PostFormValues;
  /** The number of conflicts in the text, each between markers. */
  disagreements: number;
};

/**
 * A three-way merge. A field that one version changed is taken from it; of a field that both changed, ours
 * is taken, except for the text, which is merged line by line.
 */
export function mergeVersions(
  base: PostFormValues,
  ours: PostFormValues,
  theirs: PostFormValues,
): Merged {
  const content = mergeText(base.content, ours.content, theirs.content);
  const fields = Object.keys(ours).map((key) => {
    const field = key as keyof PostFormValues;
    const isOurs = JSON.stringify(ours[field]) !== JSON.stringify(base[field]);
    return [field, isOurs ? ours[field] : theirs[field]];
  });
  return {
    values: { ...(Object.fromEntries(fields) as PostFormValues), content: content.text },
    disagreements: content.disagreements,
  };
}

function mergeText(base: string, ours: string, theirs: string) {
  const { result } = mergeDiff3(ours, base, theirs, {
    stringSeparator: '\n',
    excludeFalseConflicts: true,
    label: { a: 'yours', o: 'before', b: 'theirs' },
  });
  const disagreements = result.filter((line) => line.startsWith('<<<<<<<')).length;
  const marked = ours.split('\n').filter((line) => line.startsWith('<<<<<<<')).length;
  return { text: result.join('\n'), disagreements: Math.max(0, disagreements - marked) };
}

/** What a merge has put into the form. */
export function mergeMessage(disagreements: number): string {
  const both = 'Both versions are in the form now.';
  if (disagreements === 0) return `${both} Check the text, then save.`;
  const places = disagreements === 1 ? 'one place' : `${disagreements} places`;
  return `${both} In ${places} they conflict: look for <<<<<<< in the text, keep the right version, then save.`;
}
