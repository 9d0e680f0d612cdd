import { lastModified, type ReadPost } from '../post.ts';
import { articleHtml, feedAuthors, postUrl } from './article.ts';
import { escapeMarkup as text } from './escape.ts';
import type { SiteProfile } from './profile.ts';

/** `updated` is required, even in a feed without posts. */
const EPOCH = '1970-01-01T00:00:00.000Z';

/** The posts as an Atom feed (RFC 4287), in full, in the order given. */
export function atomFeed(
  profile: SiteProfile,
  publicUrl: string,
  posts: readonly ReadPost[],
): string {
  const updated = [EPOCH, ...posts.map(lastModified)].sort().at(-1);
  const site = text(publicUrl);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text(profile.language)}">
<id>${site}/</id>
<title>${text(profile.blog.title)}</title>
<subtitle>${text(profile.blog.description)}</subtitle>
<updated>${updated}</updated>
<author><name>${text(profile.name)}</name><uri>${site}/</uri></author>
<icon>${text(publicUrl + profile.icon)}</icon>
<link rel="self" type="application/atom+xml" href="${site}/feed.xml"/>
<link rel="alternate" type="text/html" href="${site}/blog"/>
${posts.map((post) => entry(post, publicUrl)).join('')}</feed>
`;
}

/** The id must not change with the slug. */
function entry(post: ReadPost, publicUrl: string): string {
  const url = text(postUrl(post, publicUrl));
  const categories = post.tags.map((tag) => `<category term="${text(tag)}"/>\n`).join('');
  const authors = feedAuthors(post, publicUrl)
    .map(({ name, url: page }) => {
      const uri = page === undefined ? '' : `<uri>${text(page)}</uri>`;
      return `<author><name>${text(name)}</name>${uri}</author>`;
    })
    .join('\n');
  const summary = post.description === '' ? '' : `<summary>${text(post.description)}</summary>\n`;
  return `<entry>
<id>urn:uuid:${text(post.id)}</id>
<title>${text(post.title)}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<link rel="alternate" type="text/markdown" href="${url}.md"/>
<published>${post.date}</published>
<updated>${lastModified(post)}</updated>
${authors}
${categories}${summary}<content type="html">${text(articleHtml(post, publicUrl))}</content>
</entry>
`;
}
