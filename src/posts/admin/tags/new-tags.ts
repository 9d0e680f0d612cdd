import { LIMITS } from '../../fields.ts';
import { addTag, tagKey } from '../../post.ts';

/** Commas and line breaks separate tags, but not the comma of "1,4-dioxane". */
const SEPARATOR = /(?<!\d),|,(?!\d)|[\r\n]+/;

export function splitTags(typed: string): string[] {
  return typed
    .split(SEPARATOR)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

export function addTags(tags: readonly string[], typed: string, known: readonly string[]) {
  const spellings = new Map(known.map((tag) => [tagKey(tag), tag]));
  return splitTags(typed).reduce<string[]>(
    (all, tag) => addTag(all, spellings.get(tagKey(tag)) ?? tag),
    [...tags],
  );
}

export function tagProblem(tags: readonly string[]): string | undefined {
  if (tags.length > LIMITS.tags) return `A post can have at most ${LIMITS.tags} tags.`;
  if (tags.some((tag) => tag.length > LIMITS.tag)) {
    return `A tag can have at most ${LIMITS.tag} characters.`;
  }
  return undefined;
}
