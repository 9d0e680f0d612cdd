import type { Element, ElementContent } from 'hast';
import { z } from 'zod';
import { makeElement, textNode } from '../html/tree.ts';

const text = z.string().catch('');
const picture = z.object({ src: z.string(), alt: text });

/** Substack's data of an embed, an attribute of an element that may be empty. */
const dataSchema = z.object({
  url: text,
  canonical_url: text,
  title: text,
  full_text: text,
  username: text,
  persistentExpression: text,
  name: text,
  symbol: text,
  text,
  videoId: text,
  instagram_id: text,
  base_url: text,
  authorHandle: text,
  postId: text,
  innerHTML: text,
  photos: z.array(z.object({ img_url: z.string() })).catch([]),
  comment: z.object({ body: text, name: text }).catch({ body: '', name: '' }),
  gallery: z
    .object({ images: z.array(picture).catch([]), caption: text })
    .catch({ images: [], caption: '' }),
});

/**
 * Replaces an embed: a gallery by its pictures, a formula by its TeX, anything with a URL by a link. Returns undefined for
 * other elements, and an empty list for an embed of which nothing is left without Substack.
 */
export function convertEmbed(element: Element): ElementContent[] | undefined {
  const { dataAttrs } = element.properties;
  if (typeof dataAttrs !== 'string' || /^(?:img|a|p|figure)$/.test(element.tagName)) return;
  // Players and others that say by themselves what they are.
  if (element.children.some(({ type }) => type === 'element')) return;
  const data = readData(dataAttrs);
  const { title, persistentExpression, gallery } = data;
  // In the middle of a sentence.
  if (element.tagName === 'span') return inText(data);
  if (gallery.images.length > 0) return [galleryOf(gallery)];
  if (persistentExpression !== '') {
    return [makeElement('pre', {}, [makeElement('code', {}, [textNode(persistentExpression)])])];
  }
  const href = hrefOf(data, element);
  if (href === null) return [];
  const { full_text, text: said, comment, username, authorHandle, photos } = data;
  const quoted = full_text || said || comment.body;
  if (quoted === '') return [makeElement('p', {}, [linkTo(href, title || data.name || href)])];
  const account = username || authorHandle;
  const pictures = photos.filter(({ img_url }) => /^https?:/.test(img_url));
  return [
    makeElement('blockquote', {}, [
      makeElement('p', {}, [textNode(quoted)]),
      ...pictures.map(({ img_url }) => makeElement('img', { src: img_url, alt: '' }, [])),
      makeElement('p', {}, [linkTo(href, comment.name || (account === '' ? href : `@${account}`))]),
    ]),
  ];
}

type Data = z.output<typeof dataSchema>;

/** A person or a share that is mentioned. */
function inText({ url, name, symbol }: Data): ElementContent[] {
  const said = name || symbol;
  if (said === '') return [];
  return [/^https?:/.test(url) ? linkTo(url, said) : textNode(said)];
}

/** The page of an embedded thing; null where nothing tells it. */
function hrefOf(data: Data, { properties }: Element): string | null {
  const { videoId, instagram_id, authorHandle, postId, innerHTML } = data;
  const isVimeo = String(properties.className).includes('vimeo');
  const [gist] = /https:\/\/gist\.github\.com\/[\w/-]+/.exec(innerHTML) ?? [];
  const href =
    data.canonical_url ||
    data.url ||
    data.base_url ||
    (videoId && `https://${isVimeo ? 'vimeo.com/' : 'www.youtube.com/watch?v='}${videoId}`) ||
    (instagram_id && `https://www.instagram.com/p/${instagram_id}/`) ||
    (authorHandle && postId && `https://bsky.app/profile/${authorHandle}/post/${postId}`) ||
    gist;
  return href !== undefined && /^https?:/.test(href) ? href : null;
}

function readData(json: string): z.output<typeof dataSchema> {
  try {
    return dataSchema.parse(JSON.parse(json));
  } catch {
    return dataSchema.parse({});
  }
}

function galleryOf({ images, caption }: z.output<typeof dataSchema>['gallery']): Element {
  const pictures = images.map(({ src, alt }) => makeElement('img', { src, alt }, []));
  const below = caption === '' ? [] : [makeElement('figcaption', {}, [textNode(caption)])];
  return makeElement('figure', {}, [...pictures, ...below]);
}

function linkTo(href: string, label: string): Element {
  return makeElement('a', { href }, [textNode(label)]);
}
