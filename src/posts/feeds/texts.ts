import { publicMolecules } from '../../science/molecules/molecules.ts';
import type { Site } from '../../site.ts';
import { authorPath } from '../authors/author.ts';
import { listAuthors } from '../authors/authors.ts';
import type { Post, PostSummary } from '../post.ts';
import { sitemapEntries } from '../public-posts.ts';
import type { SiteProfile } from './profile.ts';

export function postUrl(post: Pick<Post, 'slug'>, publicUrl: string): string {
  return `${publicUrl}/blog/${post.slug}`;
}

/** A sitemap may hold no more (https://www.sitemaps.org/protocol.html). */
const MAX_URLS = 50_000;

/**
 * Every page, the authors of public posts, public posts, oldest first, then the molecules that they
 * show.
 */
export async function sitemap(site: Site, { pages }: Pick<SiteProfile, 'pages'>): Promise<string> {
  const authors = (await listAuthors(site)).filter(({ postCount }) => postCount > 0);
  const entries = [
    ...[...pages.map(({ canonical }) => canonical), ...authors.map(authorPath)].map((path) => ({
      path,
      changed: '',
    })),
    ...(await sitemapEntries(site)).map(({ slug, lastModified }) => ({
      path: `/blog/${slug}`,
      changed: `<lastmod>${lastModified}</lastmod>`,
    })),
    // In an order that posts do not change.
    ...(await publicMolecules(site))
      .map(({ inchikey }) => ({ path: `/molecules/${inchikey.toLowerCase()}`, changed: '' }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  ];
  const urls = entries.slice(0, MAX_URLS).map(({ path, changed }) => {
    return `<url><loc>${escapeMarkup(site.identity.url + path)}</loc>${changed}</url>\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

/** A summary of the site for language models (https://llmstxt.org). */
export function llms(profile: SiteProfile, publicUrl: string, posts: readonly PostSummary[]) {
  const pages = profile.pages.map(({ title, description, canonical }) =>
    link(title, publicUrl + canonical, description),
  );
  const articles = posts.map((post) =>
    link(post.title, `${postUrl(post, publicUrl)}.md`, post.description),
  );
  const data = [
    link('Atom feed', `${publicUrl}/feed.xml`, 'The newest posts in full.'),
    link('JSON feed', `${publicUrl}/feed.json`, 'The same as JSON.'),
    link('Sitemap', `${publicUrl}/sitemap.xml`, 'Every public address.'),
    link('API', `${publicUrl}/api/openapi.json`, 'Posts as data, described with OpenAPI.'),
  ];
  return `# ${escapeMarkdown(profile.name)}

> ${escapeMarkdown(profile.tagline)} ${escapeMarkdown(profile.description)}

${escapeMarkdown(profile.disclaimer)} This site is open to AI analysis tools. Questions: ${profile.email}

## Pages

${pages.join('\n')}

## Blog

Newest first, each as Markdown. Without the ending \`.md\` the same address is the page to read.

${articles.length === 0 ? 'No posts yet.' : articles.join('\n')}

## Optional

${data.join('\n')}
`;
}

function link(title: string, url: string, description: string): string {
  return `- [${escapeMarkdown(title)}](${url})${description === '' ? '' : `: ${escapeMarkdown(description)}`}`;
}

/** Robots Exclusion Protocol (RFC 9309): everything public is open to every crawler. */
export function robots(publicUrl: string): string {
  return `# Search engines, archives and AI crawlers are all welcome.
User-agent: *
Disallow: /admin
Allow: /

Sitemap: ${publicUrl}/sitemap.xml
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 forbids, even as references. */
const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be replaced
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_XML, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>]/g, '\\$&');
}
