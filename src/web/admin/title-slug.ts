import { slugify } from '../../domain/posts/post.ts';

type Titled = { title: string; slug: string };

/**
 * The slug after a title has changed (specification section 5). A new post's follows every change
 * of the title; an existing post's only while nobody has written one by hand.
 */
export function slugForTitle(isNew: boolean, before: Titled, title: string): string {
  return isNew || before.slug === slugify(before.title) ? slugify(title) : before.slug;
}
