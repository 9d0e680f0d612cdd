import type { Post, Reference } from '../../domain/posts/post.ts';
import { coverUrl, postUrl } from './article.ts';

/**
 * A post as a Markdown file: YAML front matter in the import format, then the content exactly as its author
 * wrote it, which may be HTML.
 */
export function postAsMarkdown(post: Post, publicUrl: string): string {
  return `---
title: ${scalar(post.title)}
slug: ${scalar(post.slug)}
url: ${scalar(postUrl(post, publicUrl))}
date: ${scalar(post.date)}
updated: ${scalar(post.updated_at)}
author: ${scalar(post.author)}
description: ${scalar(post.description)}
tags: [${post.tags.map(scalar).join(', ')}]
coverImage: ${scalar(coverUrl(post, publicUrl) ?? '')}
coverImageCaption: ${scalar(post.coverImageCaption)}
${references(post.references)}---
${post.content}`;
}

function references(all: readonly Reference[]): string {
  if (all.length === 0) return '';
  const items = all.map(
    ({ title, url, description, type }) => `  - title: ${scalar(title)}
    url: ${scalar(url)}
    description: ${scalar(description)}
    type: ${scalar(type)}
`,
  );
  return `references:\n${items.join('')}`;
}

/** A JSON string is a YAML string, but YAML requires escapes for more characters. */
function scalar(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
