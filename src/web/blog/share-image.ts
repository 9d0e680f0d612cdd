import { defaultShareImage, postShareTitles } from '../../content/share-images.ts';
import type { Post } from '../../domain/posts/post.ts';
import { altOfShareImage, shareImage } from '../seo.ts';

/** What social networks accept; none takes an SVG. */
const RASTER = /\.(?:jpe?g|png|webp)$/i;

type SharedPost = Pick<Post, 'slug' | 'title' | 'coverImage' | 'coverImageCaption'>;

/** A post is shared with its cover, else with the picture of its title, else with the site's own. */
export function postShareImage({ slug, title, coverImage, coverImageCaption }: SharedPost) {
  if (RASTER.test(coverImage.replace(/[?#].*/, ''))) {
    return { ogImage: coverImage, ogImageAlt: coverImageCaption || title };
  }
  const drawn = Object.hasOwn(postShareTitles, slug) && postShareTitles[slug] === title;
  return drawn
    ? { ogImage: shareImage(`/blog/${slug}`), ogImageAlt: altOfShareImage(title) }
    : { ogImage: defaultShareImage.path, ogImageAlt: altOfShareImage(defaultShareImage.title) };
}
