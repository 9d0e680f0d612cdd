import { addTag, type Reference, referenceUrl } from '../../domain/posts/post.ts';
import type { FieldValues } from './post-form-values.ts';

/** What is typed into the inputs for one more tag and one more reference, and not added yet. */
export type TypedFields = { tag: string; reference: Reference };

export const NOTHING_TYPED: TypedFields = {
  tag: '',
  reference: { title: '', url: '', description: '', type: 'article' },
};

export function isNothingTyped({ tag, reference }: TypedFields): boolean {
  const { title, url, description } = reference;
  return [tag, title, url, description].every((text) => text.trim() === '');
}

/** Said where a reference is typed that cannot be added. */
export const REFERENCE_WITHOUT_URL =
  'A reference is typed but not added, since it has no URL. Give it one or clear it, then save.';

/** References with one more, as its button adds it. */
export function withReference(references: readonly Reference[], typed: Reference): Reference[] {
  return [...references, { ...typed, url: referenceUrl(typed.url) }];
}

/**
 * The fields with what is typed added to them, as their buttons would: a save drops nothing.
 *
 * @returns null when a reference is typed that cannot be added
 */
export function withTyped(
  values: FieldValues,
  { tag, reference }: TypedFields,
): FieldValues | null {
  const tags = addTag(values.tags, tag);
  if (reference.url.trim() !== '') {
    return { ...values, tags, references: withReference(values.references, reference) };
  }
  const isBegun = `${reference.title}${reference.description}`.trim() !== '';
  return isBegun ? null : { ...values, tags };
}
