import { parse } from 'csv-parse/sync';
import type { Element, ElementContent } from 'hast';
import { z } from 'zod';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { toIsoDate } from '../dates.ts';
import { readText } from '../files/decode-text.ts';
import { asDraft, type FormerStatus, NO_TITLE, UNTITLED } from '../former-status.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { asHtmlBody } from '../html/html-body.ts';
import { findElements, hasClass, mapElements, parseHtml, printHtml } from '../html/tree.ts';
import { isPicturePath } from '../pictures.ts';
import { plainSlug } from '../slugs.ts';
import type { Note, SourceFiles, SourceItem, SourcePost, SourceReader } from '../source.ts';
import { htmlDescription, htmlText } from '../text/descriptions.ts';
import { convertEmbed } from './embeds.ts';

const rowSchema = z.looseObject({
  post_id: z.string(),
  title: z.string().default(''),
  subtitle: z.string().default(''),
  post_date: z.string().default(''),
  is_published: z.string().default(''),
  type: z.string().default(''),
  audience: z.string().default(''),
  podcast_url: z.string().default(''),
});

type Row = z.output<typeof rowSchema>;

/** An export of Substack: `posts.csv` with a folder of texts in HTML. */
export const readSubstack: SourceReader = async (files, { siteUrl, author }) => {
  const path = files.paths.find((each) => /(?:^|\/)posts\.csv$/.test(each));
  if (path === undefined) return null;
  const text = await readText(files, path);
  if (!text.ok) return text;
  if (!/^\W*post_id\b/.test(text.value)) return null;
  const rows = parseRows(text.value);
  if (!rows.ok) return rows;
  const folder = path.replace(/posts\.csv$/, '');
  const origin = URL.parse(siteUrl ?? '')?.origin;
  const publication = publicationOf(files, origin);
  const own = publication === undefined ? [] : [`https://${publication}.substack.com`];
  return succeed({
    system: 'substack',
    files,
    items: rows.value.map((row) => toItem(row, { files, folder, author, publication })),
    notes: siteNotes(files, author, unnamed(files, folder, rows.value)),
    origins: [...new Set([...(origin === undefined ? [] : [origin]), ...own])],
  });
};

function parseRows(csv: string): Result<Row[]> {
  let records: unknown;
  try {
    records = parse(csv, {
      columns: true,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return fail({ kind: 'malformed', detail: `posts.csv cannot be read: ${message}` });
  }
  const checked = z.array(rowSchema).safeParse(records);
  return checked.success
    ? succeed(checked.data.filter(({ post_id }) => post_id !== ''))
    : fail({ kind: 'malformed', detail: 'posts.csv does not have the expected columns.' });
}

type Place = {
  files: SourceFiles;
  folder: string;
  author: string | undefined;
  /** Its name in URLs, where it is known. */
  publication: string | undefined;
};

/** Finds the publication by the host, or by the file name of its list of subscribers. */
function publicationOf({ paths }: SourceFiles, origin = ''): string | undefined {
  const named = paths.flatMap((path) => /email_list\.([\w-]+)\.csv$/.exec(path)?.[1] ?? []);
  return /^https?:\/\/([\w-]+)\.substack\.com$/.exec(origin)?.[1] ?? named[0];
}

/** `open.substack.com` leads to the posts of all publications. In printed HTML, `&` is `&#x26;`. */
function withOwnLinks(html: string, publication: string | undefined): string {
  return html.replace(
    /(href=")https:\/\/open\.substack\.com\/pub\/([\w-]+)(\/p\/[\w-]+)(?:\?(?:&#|[^"#])*)?/g,
    (whole, href: string, name: string, path: string) =>
      name === publication ? `${href}https://${name}.substack.com${path}` : whole,
  );
}

function toItem(row: Row, place: Place): SourceItem {
  const title = htmlText(row.title) || UNTITLED;
  const [, number = row.post_id, name = ''] = /^(\d+)(?:\.(.*))?$/.exec(row.post_id) ?? [];
  const slug = plainSlug(name) || plainSlug(title) || `post-${number}`;
  return {
    kind: 'post',
    key: `substack:${row.post_id}`,
    label: title,
    title,
    slug: plainSlug(slug),
    ...statusOf(row),
    date: toIsoDate(row.post_date.trim()) ?? null,
    formerPaths: name === '' ? [] : [`/p/${name}`],
    load: () => load(row, title, place),
  };
}

/** A post that only some people could read becomes a draft. */
function statusOf({ is_published, type, audience }: Row): FormerStatus {
  if (is_published.trim().toLowerCase() !== 'true') return { status: 'draft', notes: [] };
  if (type === 'page') return asDraft('A page of its own');
  if (audience !== '' && audience !== 'everyone') {
    return asDraft(`Only some readers had access (${audience})`);
  }
  return { status: 'published', notes: [] };
}

async function load(row: Row, title: string, place: Place): Promise<Result<SourcePost>> {
  const path = `${place.folder}posts/${row.post_id}.html`;
  if (!place.files.paths.includes(path)) {
    return fail({ kind: 'malformed', detail: `its text (${path}) is not in the export` });
  }
  const text = await readText(place.files, path);
  if (!text.ok) return text;
  const cleaned = cleanBody(text.value);
  const audio = URL.parse(row.podcast_url.trim());
  const player =
    audio === null
      ? ''
      : `<figure><audio controls src="${escapeHtml(audio.href)}"></audio></figure>\n`;
  const content = asHtmlBody(`${player}${withOwnLinks(cleaned.html, place.publication)}`);
  return succeed({
    draft: {
      title,
      content,
      description: htmlText(row.subtitle) || htmlDescription(content),
      author: place.author,
      tags: [],
    },
    base: `${place.folder}posts/`,
    notes: [...(htmlText(row.title) ? [] : [NO_TITLE]), ...cleaned.notes],
  });
}

/** Widgets that lead to Substack, and what they are. */
const WIDGETS: Readonly<Record<string, string>> = {
  'subscription-widget-wrap': 'subscription forms',
  'subscription-widget-wrap-editor': 'subscription forms',
  'button-wrapper': 'buttons',
  'captioned-button-wrap': 'buttons',
  'poll-embed': 'polls',
  'paywall-jump': 'the paywall marker',
  'community-chat': 'chats',
  'install-substack-app-embed': 'buttons',
};

/** Removes what only Substack can show, and the boxes around pictures. */
function cleanBody(html: string): { html: string; notes: Note[] } {
  const tree = parseHtml(html);
  if (tree === null) return { html, notes: [] };
  const lost = new Map<string, number>();
  const lose = (what: string) => lost.set(what, (lost.get(what) ?? 0) + 1);
  let converted = 0;
  const cleaned = mapElements(tree, (element) => {
    const [, widget] = Object.entries(WIDGETS).find(([name]) => hasClass(element, name)) ?? [];
    if (widget !== undefined) {
      const link = otherButton(element);
      if (link.length === 0) lose(widget);
      return link;
    }
    const embed = convertEmbed(element);
    if (embed !== undefined) {
      if (embed.length === 0) lose(nameOfEmbed(element));
      else converted += 1;
      return embed;
    }
    // "Text within this block will maintain its original spacing".
    if (hasClass(element, 'hide-text')) return [];
    if (hasClass(element, 'captioned-image-container')) return element.children;
    if (element.tagName === 'figure') return [simpleFigure(element)];
    return [withoutAttributes(element)];
  });
  if (lost.size === 0 && converted === 0) return { html, notes: [] };
  const changed: Note = {
    kind: 'changed',
    message: `Embedded content was converted: ${converted}.`,
  };
  const message = `Substack-specific parts: ${[...lost].map(([what, count]) => `${what} (${count})`).join(', ')}.`;
  return {
    html: printHtml(cleaned.children).trim(),
    notes: [
      ...(converted > 0 ? [changed] : []),
      ...(lost.size > 0 ? [{ kind: 'lost' as const, message }] : []),
    ],
  };
}

/** `native-video-embed` is a video of Substack's own. */
function nameOfEmbed({ properties }: Element): string {
  const { className } = properties;
  const [name] = Array.isArray(className) ? className : [];
  return String(name ?? 'embedded content');
}

/** A button that leads elsewhere than to Substack, as a link. */
function otherButton(element: Element): Element[] {
  const [anchor] = findElements(element, ({ tagName }) => tagName === 'a');
  const href = String(anchor?.properties.href ?? '');
  const isOwn =
    /%%|substack\.com|[?&](?:action|utm_source)=|\/subscribe\b/.test(href) ||
    !/^https?:/.test(href);
  if (anchor === undefined || isOwn) return [];
  const link: Element = { ...anchor, properties: { href } };
  return [{ ...element, tagName: 'p', properties: {}, children: [link] }];
}

/** Where a click on a picture leads, if not to the picture in full size. */
function linkOfPicture(figure: Element): string | undefined {
  const [anchor] = findElements(figure, ({ tagName }) => tagName === 'a');
  const url = URL.parse(String(anchor?.properties.href ?? ''));
  const isPicture =
    url !== null &&
    (isPicturePath(url.pathname) || /(?:^|\.)(?:substackcdn|amazonaws)\.com$/.test(url.host));
  return url === null || isPicture || !/^https?:$/.test(url.protocol) ? undefined : url.href;
}

/** The picture, its link and its caption, without the boxes around them. */
function simpleFigure(figure: Element): Element {
  const [image] = findElements(figure, ({ tagName }) => tagName === 'img');
  const [caption] = findElements(figure, ({ tagName }) => tagName === 'figcaption');
  if (image === undefined) return figure;
  const { src, alt, title } = image.properties;
  const picture: ElementContent = {
    ...image,
    properties: { src, alt: alt ?? '', ...(title && { title }) },
  };
  const href = linkOfPicture(figure);
  const shown: ElementContent =
    href === undefined
      ? picture
      : { ...image, tagName: 'a', properties: { href }, children: [picture] };
  return { ...figure, properties: {}, children: [shown, ...(caption ? [caption] : [])] };
}

function withoutAttributes(element: Element): Element {
  const { dataAttrs: _, dataComponentName: __, style: ___, ...properties } = element.properties;
  return { ...element, properties };
}

/** Texts of which the list of posts says nothing. */
function unnamed({ paths }: SourceFiles, folder: string, rows: readonly Row[]): string[] {
  const named = new Set(rows.map(({ post_id }) => `${folder}posts/${post_id}.html`));
  return paths.filter(
    (path) => path.startsWith(`${folder}posts/`) && path.endsWith('.html') && !named.has(path),
  );
}

function siteNotes(
  { paths }: SourceFiles,
  author: string | undefined,
  others: readonly string[],
): Note[] {
  const lists = paths.filter((path) => /(?:subscribers?|email_list)[^/]*\.csv$/.test(path));
  return [
    ...(author === undefined ? [NO_AUTHOR] : []),
    ...(lists.length > 0 ? [SUBSCRIBERS] : []),
    ...(others.length > 0
      ? [
          {
            kind: 'lost',
            message: `Texts that are not listed in posts.csv: ${others.join(', ')}.`,
          } as const,
        ]
      : []),
    {
      kind: 'lost',
      message: 'Substack exports do not include tags, covers or readers’ comments.',
    },
  ];
}

const NO_AUTHOR: Note = {
  kind: 'lost',
  message: 'Substack exports do not name authors. Give one with --author NAME.',
};
const SUBSCRIBERS: Note = {
  kind: 'lost',
  message:
    'The subscriber list is not imported: those people agreed to emails from another sender.',
};
