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
  const { url, canonical_url, title, full_text, username, persistentExpression, gallery } = data;
  if (gallery.images.length > 0) return [galleryOf(gallery)];
  if (persistentExpression !== '') {
    return [make('pre', {}, [make('code', {}, [words(persistentExpression)])])];
  }
  const href = canonical_url || url;
  if (!/^https?:/.test(href)) return [];
  if (full_text === '') return [make('p', {}, [linkTo(href, title || href)])];
  const from = username === '' ? href : `@${username}`;
  return [
    make('blockquote', {}, [
      make('p', {}, [words(full_text)]),
      make('p', {}, [linkTo(href, from)]),
    ]),
  ];
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
