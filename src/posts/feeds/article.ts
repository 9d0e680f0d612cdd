import { standaloneBody } from '../../rendering/standalone.ts';
import { listReferences } from '../../science/references/reference-list.ts';
import type { Run } from '../../science/references/reference-text.ts';
import { isHttpUrl } from '../../server/html/urls.ts';
import { authorPath, namesOf } from '../authors/author.ts';
import type { Post, ReadPost } from '../post.ts';
import { noticeText } from '../record/notice.ts';
import { escapeMarkup, postUrl } from './texts.ts';

export function coverUrl({ coverImage }: Post, publicUrl: string): string | null {
  if (coverImage === '') return null;
  return isHttpUrl(coverImage) ? coverImage : `${publicUrl}${coverImage}`;
}

export function feedAuthors(post: ReadPost, publicUrl: string): { name: string; url?: string }[] {
  if (post.authors === undefined) return [{ name: post.author }];
  return namesOf(post).map(({ name, record }) =>
    record === undefined ? { name } : { name, url: publicUrl + authorPath(record) },
  );
}

export function articleHtml(post: ReadPost, publicUrl: string): string {
  return [
    noticesHtml(post),
    coverHtml(post, publicUrl),
    standaloneBody(post.contentHtml, postUrl(post, publicUrl)),
    referencesHtml(post),
  ].join('');
}

function noticesHtml({ notices = [] }: ReadPost): string {
  return notices
    .map((notice) => `<p><strong>${escapeMarkup(noticeText(notice, notice.date))}</strong></p>`)
    .join('');
}

function coverHtml(post: Post, publicUrl: string): string {
  const source = coverUrl(post, publicUrl);
  if (source === null) return '';
  const caption = escapeMarkup(post.coverImageCaption);
  const figcaption = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return `<figure><img src="${escapeMarkup(source)}" alt="">${figcaption}</figure>`;
}

function referencesHtml({ contentHtml, references, citationStyle }: Post): string {
  if (references.length === 0) return '';
  const { listed } = listReferences(contentHtml, references, citationStyle);
  const items = listed.map(({ runs, url, description }) => {
    const note = description === '' ? '' : ` ${escapeMarkup(description)}`;
    return `<li>${runs.map((run) => runHtml(run, url)).join('')}${note}</li>`;
  });
  return `<h2>References</h2><ol>${items.join('')}</ol>`;
}

function runHtml({ text, role }: Run, url: string | null): string {
  const escaped = escapeMarkup(text);
  if (role === 'container') return `<i>${escaped}</i>`;
  return role === 'title' && url !== null
    ? `<a href="${escapeMarkup(url)}">${escaped}</a>`
    : escaped;
}
