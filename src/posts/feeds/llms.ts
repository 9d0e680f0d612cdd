import type { PostSummary } from '../post.ts';
import { postUrl } from './article.ts';
import { escapeMarkdown as text } from './escape.ts';
import type { SiteProfile } from './profile.ts';

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
  return `# ${text(profile.name)}

> ${text(profile.tagline)} ${text(profile.description)}

${text(profile.disclaimer)} This site is open to AI analysis tools. Questions: ${profile.email}

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
  return `- [${text(title)}](${url})${description === '' ? '' : `: ${text(description)}`}`;
}
