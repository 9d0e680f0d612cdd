import type { FieldValues } from '../../../posts/admin/post-form-values.ts';
import { addTags } from '../../../posts/admin/tags/new-tags.ts';
import { toKey } from '../../../science/references/keys.ts';
import { type Reference, referenceUrl } from '../../../science/references/reference.ts';

/** The values of the inputs for a new tag and new references, not added yet. */
export type TypedFields = {
  tag: string;
  reference: Reference;
  /** References of another program, not read yet. */
  pasted: string;
};

export const NOTHING_TYPED: TypedFields = {
  tag: '',
  reference: { title: '', url: '', description: '', type: 'article' },
  pasted: '',
};

export function isNothingTyped({ tag, reference, pasted }: TypedFields): boolean {
  return `${tag}${wordsOf(reference)}${pasted}`.trim() === '';
}

function wordsOf({ title, description, key = '', url }: Reference): string {
  return `${title}${description}${key}${url}`;
}

/** Why what is typed cannot be added; null when it can. */
export function typedProblem({ reference, pasted }: TypedFields): string | null {
  if (pasted.trim() !== '') {
    return 'Some pasted references have not been read. Read or clear them, then save.';
  }
  const isWithoutUrl = reference.url.trim() === '' && wordsOf(reference).trim() !== '';
  return isWithoutUrl
    ? 'A reference is typed but not added because it has no URL. Add a URL or clear it, then save.'
    : null;
}

export function withReference(references: readonly Reference[], typed: Reference): Reference[] {
  const { url, key = '' } = typed;
  return [...references, withKey({ ...typed, url: referenceUrl(url) }, toKey(key))];
}

/** A reference with a key, or without one when it is empty. */
export function withKey({ key: _, ...reference }: Reference, key: string): Reference {
  return key === '' ? reference : { ...reference, key };
}

/**
 * Adds the typed tag and reference, as their buttons do, so that a save loses nothing.
 *
 * @param knownTags those of other posts, for their spelling
 */
export function withTyped(
  values: FieldValues,
  { tag, reference }: TypedFields,
  knownTags: readonly string[] = [],
): FieldValues {
  const tags = addTags(values.tags, tag, knownTags);
  if (reference.url.trim() === '') return { ...values, tags };
  return { ...values, tags, references: withReference(values.references, reference) };
}
