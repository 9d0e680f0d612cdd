import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { readText } from '../files/decode-text.ts';
import { NO_TITLE, UNTITLED } from '../former-status.ts';
import { asHtmlBody, withoutBlankLines } from '../html/html-body.ts';
import { findElements, hasClass, parseHtml, printHtml } from '../html/tree.ts';
import { plainSlug } from '../slugs.ts';
import type { Note, SourceFiles, SourceItem, SourcePost, SourceReader } from '../source.ts';
import { htmlDescription } from '../text/descriptions.ts';
import { cleanStory } from './clean-story.ts';

/** An export of Medium: a file of HTML for each story. */
export const readMedium: SourceReader = async (files, options) => {
  const pages = files.paths.filter((path) => /\.html?$/i.test(path));
  const items: SourceItem[] = [];
  const [ids, authors] = [new Set<string>(), new Set<string>()];
  for (const path of pages) {
    const story = await readStory(files, path);
    if (!story.ok) {
      items.push({
        key: `medium:${path}`,
        label: path,
        kind: 'unreadable',
        reason: story.failure.kind === 'malformed' ? story.failure.detail : '',
      });
      continue;
    }
    if (story.value === null) continue;
    const short = storyId(story.value);
    if (short !== '') ids.add(short);
    if (story.value.author !== '') authors.add(story.value.author);
    const { author } = options;
    items.push(toItem(files, path, story.value, { author, authors, ids }));
  }
  if (!items.some(({ kind }) => kind === 'post')) return null;
  const origin = URL.parse(options.siteUrl ?? '')?.origin;
  return succeed({
    system: 'medium',
    files,
    items,
    notes: [NOT_STORIES],
    origins: ['https://medium.com', ...(origin === undefined ? [] : [origin])],
  });
};

const NOT_STORIES: Note = {
  kind: 'lost',
  message: 'Not imported: bookmarks, claps, highlights, followers and the profile.',
};

type Story = {
  tree: Root;
  title: string;
  subtitle: string;
  author: string;
  tags: string[];
  /** ISO 8601, or null for a draft. */
  date: string | null;
  /** The URL by which it was known. */
  canonical: string | null;
  id: string;
};

/** Null for a page that is not a story, such as the list of bookmarks. */
async function readStory(files: SourceFiles, path: string): Promise<Result<Story | null>> {
  const text = await readText(files, path);
  if (!text.ok) return text;
  if (!/class="[^"]*\bh-entry\b/.test(text.value) || !/\be-content\b/.test(text.value)) {
    return succeed(null);
  }
  const tree = parseHtml(text.value);
  if (tree === null) return fail({ kind: 'malformed', detail: 'its markup is nested too deeply' });
  const first = (name: string) => findElements(tree, (each) => hasClass(each, name))[0];
  const textIn = (name: string) => {
    const element = first(name);
    return element === undefined ? '' : textOf(element).replace(/\s+/g, ' ').trim();
  };
  const time = first('dt-published')?.properties.dateTime;
  const canonical = first('p-canonical')?.properties.href;
  return succeed({
    tree,
    title: textIn('p-name'),
    subtitle: textIn('p-summary'),
    author: textIn('p-author'),
    tags: findElements(tree, (each) => hasClass(each, 'p-tag')).map((each) => textOf(each).trim()),
    date: typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? time : null,
    canonical: typeof canonical === 'string' ? canonical : null,
    id: idOf(tree, path),
  });
}

/** A story has its id in its short link, else in the name of its file (`2018-08-11_Title-abcd1234.html`). */
function idOf(tree: Root, path: string): string {
  const links = findElements(tree, ({ tagName }) => tagName === 'a');
  const short = links
    .map(
      ({ properties }) =>
        /^https:\/\/medium\.com\/p\/([0-9a-f]+)$/.exec(String(properties.href))?.[1],
    )
    .findLast((id) => id !== undefined);
  const name = path.split('/').at(-1) ?? path;
  return `${short ?? ''}/${name}`;
}

function toItem(
  files: SourceFiles,
  path: string,
  story: Story,
  known: Pick<Known, 'author' | 'authors' | 'ids'>,
): SourceItem {
  const { id, date, canonical } = story;
  const short = storyId(story);
  const title = story.title || UNTITLED;
  const isAnswer = isResponse(story);
  const slug =
    plainSlug(nameOf(canonical)) || plainSlug(title) || plainSlug(`story ${short || id}`);
  const pathname = URL.parse(canonical ?? '')?.pathname;
  return {
    key: `medium:${id}`,
    label: path,
    kind: 'post',
    title,
    slug,
    status: date === null || isAnswer ? 'draft' : 'published',
    date,
    notes: isAnswer ? [RESPONSE] : [],
    formerPaths: [
      ...(pathname === undefined || pathname === '/' ? [] : [pathname]),
      ...(short === '' ? [] : [`/p/${short}`]),
    ],
    async load() {
      const read = await readStory(files, path);
      if (!read.ok) return read;
      return read.value === null
        ? fail({ kind: 'malformed', detail: 'it is no longer a story' })
        : load(read.value, { ...known, title });
    },
  };
}

/** The id of a story without the name of its file; empty for one that has no short link. */
function storyId({ id }: Story): string {
  return id.slice(0, id.indexOf('/'));
}

/** A story may be known by former titles, below the domain of a publication, and with a note of who shared it. */
function linkByIds(html: string, ids: ReadonlySet<string>): string {
  return html.replace(
    /href="https?:\/\/[^"\s?#]{1,1000}[-/]([0-9a-f]{8,14})(?:\?(?:&#|[^"#])*)?(#[^"]*)?"/g,
    (whole, id: string, anchor = '') =>
      ids.has(id) ? `href="https://medium.com/p/${id}${anchor}"` : whole,
  );
}

/** The last part of the URL without the id behind it. */
function nameOf(canonical: string | null): string {
  const name =
    URL.parse(canonical ?? '')
      ?.pathname.split('/')
      .at(-1) ?? '';
  return decodeName(name).replace(/-?[0-9a-f]{8,14}$/, '');
}

/** Medium cuts long names, also within a character. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name.replace(/%[0-9a-f]{0,2}/gi, '');
  }
}

/** A response to another story has no title of its own: Medium gives it the beginning of its text, and sometimes a subtitle, too. */
function isResponse({ tree, title, subtitle }: Story): boolean {
  const hasTitle = findElements(tree, (each) => hasClass(each, 'graf--title')).length > 0;
  const [leading] = findElements(tree, (each) => hasClass(each, 'graf--leading'));
  if (hasTitle || leading?.tagName !== 'p' || title === '') return false;
  const text = textOf(leading).replace(/\s+/g, ' ').trim();
  return [title, subtitle].every((each) => text.startsWith(each.replace(/…$/, '')));
}

type Known = {
  title: string;
  author: string | undefined;
  /** The authors of all stories: drafts have none. */
  authors: ReadonlySet<string>;
  /** The ids of all stories of the export: they stand at the end of any URL of a story. */
  ids: ReadonlySet<string>;
};

function load(story: Story, known: Known): Result<SourcePost> {
  const { title, authors, ids } = known;
  const author = known.author ?? (authors.size === 1 ? [...authors][0] : undefined);
  const [content] = findElements(story.tree, (each) => hasClass(each, 'e-content'));
  const cleaned = cleanStory(content as Element, { title, subtitle: story.subtitle });
  const printed = withoutBlankLines(printHtml(cleaned.children)).trim();
  const html = asHtmlBody(linkByIds(printed, ids));
  return succeed({
    draft: {
      title,
      content: html,
      description: story.subtitle || htmlDescription(html),
      author: story.author || author,
      tags: story.tags,
      coverImage: cleaned.cover,
      coverImageCaption: cleaned.coverCaption,
    },
    base: '/',
    notes: [...(story.title ? [] : [NO_TITLE]), ...cleaned.notes],
  });
}

const RESPONSE: Note = {
  kind: 'changed',
  message: 'It seems to be a response to another story, so it is imported as a draft.',
};
