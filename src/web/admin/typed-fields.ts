import { addTag, type Reference, referenceUrl } from '../../domain/posts/post.ts';
import type { FieldValues } from './post-form-values.ts';

/** The values of the inputs for a new tag and a new reference, not added yet. */
export type TypedFields = { tag: string; reference: Reference };

export const NOTHING_TYPED: TypedFields = {
  tag: '',
  reference: { title: '', url: '', description: '', type: 'article' },
};

export function isNothingTyped({ tag, reference }: TypedFields): boolean {
  const { title, url, description } = reference;
  return [tag, title, url, description].every((text) => text.trim() === '');
}

export const REFERENCE_WITHOUT_URL =
  'A reference is typed but not added, since it has no URL. Give it one or clear it, then save.';

export function withReference(references: readonly Reference[], typed: Reference): Reference[] {
  return [...references, { ...typed, url: referenceUrl(typed.url) }];
}

/**
 * Adds the typed tag and reference, as their buttons do, so that a save loses nothing.
 *
 * @returns null when the typed reference has no URL
 */
export function withTyped(
  values: FieldValues,
  { tag, reference }: TypedFields,
): FieldValues | null {
  const tags = addTag(values.tags, tag);
  if (reference.url.trim() !== '') {
    return { ...values, tags, references: withReference(values.references, reference) };
  }
  const hasText = `${reference.title}${reference.description}`.trim() !== '';
  return hasText ? null : { ...values, tags };
}
