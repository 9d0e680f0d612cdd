import { slugify } from '../../../posts/post.ts';

type Titled = { title: string; slug: string };

/**
 * The slug after a change of the title (specification section 5). A new post's slug follows every change;
 * an existing post's slug only while it is the title's own.
 */
export function slugForTitle(isNew: boolean, before: Titled, title: string): string {
  return isNew || before.slug === slugify(before.title) ? slugify(title) : before.slug;
}
