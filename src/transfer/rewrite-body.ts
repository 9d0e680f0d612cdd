import type { Result } from '../server/failure.ts';
import { publicId } from '../text/public-ids.ts';
import { ID_PREFIX } from '../text/sanitizer/refine.ts';
import { isPicturePath, type Media, type Stored } from './pictures.ts';
import { reasonOf } from './reason-of.ts';
import type { Resolve, Target } from './resolve.ts';
import type { Note, PostItem } from './source.ts';
import { applyEdits, type Edit } from './text/edits.ts';
import { type FoundUrl, findUrls } from './text/find-urls.ts';

export type RewriteContext = {
  resolve: Resolve;
  media: Media;
  /** The slug that an item has here. */
  slugOf: (item: PostItem) => string;
  /** Returns true for paths of this site. */
  isOwnPath: (url: string) => boolean;
};

export type Rewritten = {
  body: string;
  notes: Note[];
  /** Files of the source or the network that are in the library now. */
  stored: { from: Target; at: Stored }[];
};

/** Different URLs that a note names. */
const MAX_NAMED = 3;

/** Replaces the URLs of links and pictures by their new ones. Everything else stays byte for byte. */
export async function rewriteBody(
  body: string,
  { format, base, page }: { format: 'markdown' | 'html'; base: string; page?: string | undefined },
  context: RewriteContext,
): Promise<Rewritten> {
  const edits: Edit[] = [];
  const notes = createUrlNotes();
  const stored: Rewritten['stored'] = [];
  for (const found of findUrls(body, format)) {
    if (found.kind === 'srcset') {
      if (!staysElsewhere(found, base, context)) edits.push({ ...found, text: '' });
      continue;
    }
    const target = context.resolve(found.url, base, page);
    const text = await newUrl(found, target, { context, notes, stored });
    if (text !== null) edits.push({ start: found.start, end: found.end, text });
  }
  return { body: applyEdits(body, edits), notes: notes.list(), stored };
}

/** Returns the new URL of a cover; null for one that is lost. */
export async function rewriteCover(
  url: string,
  base: string,
  context: RewriteContext,
): Promise<{ url: string | null; notes: Note[]; stored: Rewritten['stored'] }> {
  const notes = createUrlNotes();
  const stored: Rewritten['stored'] = [];
  const target = context.resolve(url, base);
  const found: FoundUrl = { start: 0, end: url.length, url, kind: 'picture' };
  const changed = await newUrl(found, target, { context, notes, stored });
  return { url: changed ?? coverThatStays(url, target), notes: notes.list(), stored };
}

/** A path may lead to a file that is served here without being in the library. */
function coverThatStays(url: string, target: Target): string | null {
  if (target.kind === 'remote') return target.url;
  return target.kind === 'missing' && url.startsWith('/') ? url : null;
}

type Rewriting = {
  context: RewriteContext;
  notes: ReturnType<typeof createUrlNotes>;
  stored: Rewritten['stored'];
};

/** Returns null for a URL that stays as it is. */
async function newUrl(
  found: FoundUrl,
  target: Target,
  rewriting: Rewriting,
): Promise<string | null> {
  const { context, notes } = rewriting;
  switch (target.kind) {
    case 'post':
      if (target.item.status === 'draft') notes.add('draft', found.url);
      return `/blog/${context.slugOf(target.item)}${publicSuffix(target.suffix)}`;
    case 'file':
      return keep(found, target, await context.media.store(target.path), rewriting);
    case 'remote':
      return remoteUrl(found, target, rewriting);
    case 'missing':
      if (!context.isOwnPath(found.url)) {
        notes.add(found.kind === 'link' ? 'dead' : 'missing', found.url);
      }
      return null;
    case 'other':
      return null;
  }
}

/** The anchor of a post by the id that it has here. */
function publicSuffix(suffix: string): string {
  return suffix.replace(/#(.+)$/s, (anchor, id: string) =>
    publicId(ID_PREFIX + id) === id ? anchor : `#section-${id}`,
  );
}

/** What the library does not take stays on the former site. */
function keep(
  { url }: FoundUrl,
  from: Target,
  added: Result<Stored>,
  { notes, stored }: Rewriting,
): string | null {
  if (added.ok) {
    stored.push({ from, at: added.value });
    return added.value.url;
  }
  notes.add('refused', `${url} (${reasonOf(added)})`);
  return from.kind === 'file' && !isAbsolute(url) ? (from.former ?? null) : null;
}

/** A picture is fetched, if any are; what is relative to the former site becomes absolute. */
async function remoteUrl(
  found: FoundUrl,
  target: Extract<Target, { kind: 'remote' }>,
  rewriting: Rewriting,
): Promise<string | null> {
  const stays = isAbsolute(found.url) ? null : target.url;
  const { media } = rewriting.context;
  // A picture of the former site often leads to itself in full size.
  const isPicture =
    found.kind === 'picture' ||
    (target.isFormer && isPicturePath(target.url.replace(/[?#].*/s, '')) && media.fetchesPictures);
  if (!isPicture) {
    if (target.isFormer) rewriting.notes.add('former', target.url);
    return stays;
  }
  const fetched = media.fetch(target.url);
  if (fetched !== null) return keep(found, target, await fetched, rewriting) ?? stays;
  rewriting.notes.add(
    media.fetchesPictures ? 'to-fetch' : 'remote',
    URL.parse(target.url)?.host ?? target.url,
  );
  return stays;
}

function isAbsolute(url: string): boolean {
  return /^(?:https?:)?\/\//i.test(url);
}

/** Returns true if all variants of a picture stay on servers other than the former site. The renderer makes variants of pictures in the library. */
function staysElsewhere(
  { url }: FoundUrl,
  base: string,
  { resolve, media }: RewriteContext,
): boolean {
  return (
    !media.fetchesPictures &&
    url.split(/,\s+/).every((candidate) => {
      const [variant = ''] = candidate.trim().split(/\s+/);
      const target = resolve(variant, base);
      return isAbsolute(variant) && target.kind === 'remote' && !target.isFormer;
    })
  );
}

type UrlNote = 'remote' | 'to-fetch' | 'former' | 'missing' | 'refused' | 'dead' | 'draft';

const URL_NOTES: Record<UrlNote, [kind: Note['kind'], what: string]> = {
  remote: ['changed', 'Pictures stay on other servers'],
  'to-fetch': ['changed', 'Pictures will be fetched from other servers'],
  former: ['changed', 'Links and files stay on the old site'],
  missing: ['lost', 'Pictures are not among the files'],
  refused: ['lost', 'Pictures or files are not added to the library'],
  draft: ['lost', 'Links lead to posts imported as drafts, which readers cannot see'],
  dead: ['lost', 'Links lead to content that is not imported'],
};

function createUrlNotes() {
  const found = new Map<UrlNote, Map<string, number>>();
  return {
    add(note: UrlNote, url: string) {
      const urls = found.get(note) ?? new Map<string, number>();
      found.set(note, urls.set(url, (urls.get(url) ?? 0) + 1));
    },
    list: (): Note[] =>
      [...found].map(([note, urls]) => {
        const [kind, what] = URL_NOTES[note];
        const named = [...urls].slice(0, MAX_NAMED).map(([url, times]) => {
          const short = url.length > 120 ? `${url.slice(0, 120).toWellFormed()}…` : url;
          return times > 1 ? `${short} (${times} times)` : short;
        });
        const rest = urls.size > MAX_NAMED ? [`${urls.size - MAX_NAMED} more`] : [];
        return { kind, message: `${what}: ${[...named, ...rest].join(', ')}.` };
      }),
  };
}
