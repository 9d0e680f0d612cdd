import { withFrontMatter, yamlReferences, yamlValue } from '../../domain/posts/front-matter.ts';
import type { AuthoredFields, Post } from '../../domain/posts/post.ts';
import { coverUrl, postUrl } from './article.ts';

/**
 * A post as a Markdown file: YAML front matter in the import format, then the content exactly as its author
 * wrote it, which may be HTML.
 */
export function postAsMarkdown(post: Post, publicUrl: string): string {
  return withFrontMatter(frontMatter(post, publicUrl), post.content);
}

/** Written only where they say something. */
type Conditional = 'references' | 'citationStyle' | 'isResearch';
/** A public post needs no status, and its date is its publish date. */
type Written = Exclude<keyof AuthoredFields, 'content' | 'status' | 'publishDate' | Conditional>;

function frontMatter(post: Post, publicUrl: string) {
  return {
    title: yamlValue(post.title),
    slug: yamlValue(post.slug),
    url: yamlValue(postUrl(post, publicUrl)),
    date: yamlValue(post.date),
    updated: yamlValue(post.updated_at),
    author: yamlValue(post.author),
    description: yamlValue(post.description),
    tags: `[${post.tags.map(yamlValue).join(', ')}]`,
    coverImage: yamlValue(coverUrl(post, publicUrl) ?? ''),
    coverImageCaption: yamlValue(post.coverImageCaption),
    ...(post.references.length === 0 ? {} : { references: yamlReferences(post.references) }),
    ...(post.citationStyle === 'numbered' ? {} : { citationStyle: yamlValue(post.citationStyle) }),
    ...(post.isResearch ? { isResearch: 'true' } : {}),
  } satisfies Record<Written, string> & Record<string, string>;
}
