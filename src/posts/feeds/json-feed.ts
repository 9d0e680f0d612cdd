import { lastModified, type ReadPost } from '../post.ts';
import { articleHtml, coverUrl, feedAuthors, postUrl } from './article.ts';
import type { SiteProfile } from './profile.ts';

/** The posts as a JSON Feed (https://www.jsonfeed.org/version/1.1/), in full, in the order given. */
export function jsonFeed(profile: SiteProfile, publicUrl: string, posts: readonly ReadPost[]) {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: profile.blog.title,
    description: profile.blog.description,
    home_page_url: `${publicUrl}/blog`,
    feed_url: `${publicUrl}/feed.json`,
    icon: publicUrl + profile.icon,
    language: profile.language,
    authors: [{ name: profile.name, url: `${publicUrl}/` }],
    items: posts.map((post) => item(post, publicUrl)),
  };
}

/** The id must not change with the slug. Undefined fields are omitted. */
function item(post: ReadPost, publicUrl: string) {
  return {
    id: `urn:uuid:${post.id}`,
    url: postUrl(post, publicUrl),
    title: post.title,
    summary: post.description || undefined,
    content_html: articleHtml(post, publicUrl),
    image: coverUrl(post, publicUrl) ?? undefined,
    date_published: post.date,
    date_modified: lastModified(post),
    authors: feedAuthors(post, publicUrl),
    tags: post.tags,
  };
}
