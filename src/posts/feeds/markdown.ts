import { withFrontMatter, yamlReferences, yamlValue } from '../front-matter.ts';
import { authoredFields, type ReadPost } from '../post.ts';
import { noticeText } from '../record/notice.ts';
import { coverUrl, postUrl } from './article.ts';

/**
 * A post as a Markdown file: YAML front matter in the import format, then the content exactly as its author
 * wrote it, which may be HTML.
 */
export function postAsMarkdown(post: ReadPost, publicUrl: string): string {
  return withFrontMatter(frontMatter(post, publicUrl), post.content);
}

function frontMatter(post: ReadPost, publicUrl: string): Record<string, string> {
  const { title, slug, author, description, tags, coverImageCaption, ...rest } =
    authoredFields(post);
  // A public post needs no status, and its date is its publish date.
  const { content, status, publishDate, coverImage, references, citationStyle, ...others } = rest;
  return {
    title: yamlValue(title),
    slug: yamlValue(slug),
    url: yamlValue(postUrl(post, publicUrl)),
    date: yamlValue(post.date),
    updated: yamlValue(post.updated_at),
    ...(post.notices === undefined || post.notices.length === 0
      ? {}
      : { notices: yamlValue(post.notices.map((notice) => noticeText(notice, notice.date))) }),
    author: yamlValue(author),
    description: yamlValue(description),
    tags: `[${tags.map(yamlValue).join(', ')}]`,
    coverImage: yamlValue(coverUrl(post, publicUrl) ?? ''),
    coverImageCaption: yamlValue(coverImageCaption),
    ...(references.length === 0 ? {} : { references: yamlReferences(references) }),
    ...written({ citationStyle: citationStyle === 'numbered' ? '' : citationStyle, ...others }),
  };
}

/** Leaves out empty and false fields. */
function written(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const said = Object.entries(fields).filter(([, value]) => value !== '' && value !== false);
  return Object.fromEntries(said.map(([name, value]) => [name, yamlValue(value)]));
}
