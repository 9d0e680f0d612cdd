import { LIMITS } from '../posts/post.ts';
import { type PostDraft, type PostInput, postInputSchema } from '../posts/post-input.ts';
import { detectFormat } from '../rendering/body.ts';
import { findUnfinished } from '../rendering/unfinished.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { formerFilePath } from './former-file-path.ts';
import { linkEmbeds } from './html/embeds.ts';
import { asHtmlBody } from './html/html-body.ts';
import { withShownPictures } from './html/shown-pictures.ts';
import { withFormulas } from './html/tex.ts';
import { type RewriteContext, type Rewritten, rewriteBody, rewriteCover } from './rewrite-body.ts';
import type { Note, PostItem, SourcePost } from './source.ts';
import { storeBundleFiles } from './store-bundle-files.ts';

/** A redirect from a path of the former site to a path of the library, or to the post (null). */
type Redirect = { from: string; to: string | null };

export type PreparedPost = { input: PostInput; notes: Note[]; redirects: Redirect[] };

/** Redirects of a post: they are written in its transaction. */
const MAX_REDIRECTS = 500;

/** Converts a post of another system: its links lead to this site, and its fields keep the limits. */
export async function preparePost(
  { draft, base, page, bundleFiles = [], notes }: SourcePost,
  item: PostItem,
  context: RewriteContext,
): Promise<Result<PreparedPost>> {
  if (draft.content.trim() === '') return fail({ kind: 'malformed', detail: 'it has no text' });
  const format = detectFormat(draft.content);
  const linked = linkEmbeds(withShownPictures(draft.content, format), format);
  // A link between blocks would make Markdown of HTML.
  const written =
    format === 'html' ? withFormulas(asHtmlBody(linked.html)) : { html: linked.html, notes: [] };
  const body = await rewriteBody(written.html, { format, base, page }, context);
  const cover = draft.coverImage ? await rewriteCover(draft.coverImage, base, context) : null;
  const stored = [...body.stored, ...(cover?.stored ?? [])];
  const bundle = await storeBundleFiles(bundleFiles, stored, context.media);
  const fitted = fitLimits({
    ...draft,
    slug: context.slugOf(item),
    status: item.status,
    publishDate: item.date,
    content: body.body,
    coverImage: cover?.url ?? '',
  });
  const checked = postInputSchema.safeParse(fitted.draft);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return fail({ kind: 'malformed', detail: `${issue?.path.join('.')}: ${issue?.message}` });
  }
  const redirects = redirectsOf(item, [...stored, ...bundle.stored]);
  const lostCover = draft.coverImage && !cover?.url ? [LOST_COVER] : [];
  return succeed({
    input: checked.data,
    notes: [
      ...item.notes,
      ...notes,
      ...linked.notes,
      ...written.notes,
      ...body.notes,
      ...(cover?.notes ?? []),
      ...lostCover,
      ...bundle.notes,
      ...fitted.notes,
      ...(redirects.length > MAX_REDIRECTS ? [LOST_REDIRECTS] : []),
    ],
    redirects: redirects.slice(0, MAX_REDIRECTS),
  });
}

/** Leads here from the former paths of the post, and from those of its files. */
function redirectsOf({ formerPaths }: PostItem, stored: Rewritten['stored']): Redirect[] {
  const ofFiles = stored.flatMap(({ from, at }) => {
    const path = from.kind === 'file' ? formerFilePath(from.path) : null;
    return path === null ? [] : [{ from: path, to: at.url }];
  });
  return [...formerPaths.map((from) => ({ from, to: null })), ...ofFiles];
}

const LOST_REDIRECTS: Note = {
  kind: 'lost',
  message: `Old addresses of the post and its files after the first ${MAX_REDIRECTS}.`,
};

const LOST_COVER: Note = { kind: 'lost', message: 'Its cover is not imported.' };

/** Shortens fields to their limits, and makes drafts of unfinished texts. */
function fitLimits(draft: PostDraft): { draft: PostDraft; notes: Note[] } {
  const notes: Note[] = [];
  const tags = (draft.tags ?? []).map((tag) => tag.slice(0, LIMITS.tag).toWellFormed());
  if (tags.length > LIMITS.tags) {
    const message = `Tags after the first ${LIMITS.tags}: ${tags.slice(LIMITS.tags).join(', ')}.`;
    notes.push({ kind: 'lost', message });
  }
  const fitted = { ...draft, tags: tags.slice(0, LIMITS.tags) };
  for (const field of ['title', 'description', 'author', 'coverImageCaption'] as const) {
    const max = field === 'coverImageCaption' ? LIMITS.caption : LIMITS[field];
    const text = draft[field] ?? '';
    if (text.length <= max) continue;
    notes.push({ kind: 'lost', message: `The end of its ${field}, after ${max} characters.` });
    fitted[field] = text.slice(0, max).toWellFormed();
  }
  if (fitted.status === 'published' && findUnfinished(draft.content) !== null) {
    fitted.status = 'draft';
    const message =
      'It contains conflict markers or unfinished uploads, so it is imported as a draft.';
    notes.push({ kind: 'changed', message });
  }
  return { draft: fitted, notes };
}
