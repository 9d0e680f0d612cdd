import type { Element, ElementContent } from 'hast';
import { z } from 'zod';

const text = z.string().catch('');
const picture = z.object({ src: z.string(), alt: text });

/** What Substack keeps of an embedded thing beside the page, in an attribute of an element that may be empty. */
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
 * What stands for an embedded thing: a gallery its pictures, a formula its TeX, anything with a URL a link. Undefined for
 * an element that is no embed; an empty list for one of which nothing is left without Substack.
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
    return [make('pre', {}, [make('code', {}, [words(persistentExpression)])])];
  }
  const href = hrefOf(data, element);
  if (href === null) return [];
  const { full_text, text: said, comment, username, authorHandle, photos } = data;
  const quoted = full_text || said || comment.body;
  if (quoted === '') return [make('p', {}, [linkTo(href, title || data.name || href)])];
  const account = username || authorHandle;
  const pictures = photos.filter(({ img_url }) => /^https?:/.test(img_url));
  return [
    make('blockquote', {}, [
      make('p', {}, [words(quoted)]),
      ...pictures.map(({ img_url }) => make('img', { src: img_url, alt: '' }, [])),
      make('p', {}, [linkTo(href, comment.name || (account === '' ? href : `@${account}`))]),
    ]),
  ];
}

type Data = z.output<typeof dataSchema>;

/** A person or a share that is mentioned. */
function inText({ url, name, symbol }: Data): ElementContent[] {
  const said = name || symbol;
  if (said === '') return [];
  return [/^https?:/.test(url) ? linkTo(url, said) : words(said)];
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
  const pictures = images.map(({ src, alt }) => make('img', { src, alt }, []));
  const below = caption === '' ? [] : [make('figcaption', {}, [words(caption)])];
  return make('figure', {}, [...pictures, ...below]);
}

function linkTo(href: string, label: string): Element {
  return make('a', { href }, [words(label)]);
}

function words(value: string): ElementContent {
  return { type: 'text', value };
}

function make(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children };
}
