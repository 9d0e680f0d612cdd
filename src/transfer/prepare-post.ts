import { LIMITS } from '../posts/post.ts';
import { type PostDraft, type PostInput, postInputSchema } from '../posts/post-input.ts';
import { findUnfinished } from '../rendering/unfinished.ts';
import { isPicturePath, type Media } from './pictures.ts';
import { type RewriteContext, rewriteBody, rewriteCover } from './rewrite.ts';
import {
  changed,
  listed,
  lost,
  type Note,
  type PostItem,
  SourceError,
  type SourcePost,
} from './source.ts';

/** A redirect from a path of the former site to a path of the library, or to the post (null). */
type Redirect = { from: string; to: string | null };

export type PreparedPost = { input: PostInput; notes: Note[]; redirects: Redirect[] };

/** Redirects of a post: they are written in its transaction. */
const MAX_REDIRECTS = 500;

/** Converts a post of another system: its links lead to this site, and its fields keep the limits. @throws SourceError */
export async function preparePost(
  { draft, format, base, page, bundleFiles = [], notes }: SourcePost,
  item: PostItem,
  context: RewriteContext,
): Promise<PreparedPost> {
  if (draft.content.trim() === '') throw new SourceError('it has no text');
  if (draft.content.length > 2 * LIMITS.content) {
    throw new SourceError(`content: Must have at most ${LIMITS.content} characters`);
  }
  const body = await rewriteBody(draft.content, { format, base, page }, context);
  const cover = draft.coverImage ? await rewriteCover(draft.coverImage, base, context) : null;
  const stored = new Map([...body.stored, ...(cover?.stored ?? [])]);
  const beside = await storeBundleFiles(bundleFiles, stored, context.media);
  const fields = { ...draft, ...headOf(item, context), content: body.body };
  const fitted = fitFields({ ...fields, coverImage: cover?.url ?? '' });
  const redirects = redirectsOf(item, stored);
  const left = redirects.splice(MAX_REDIRECTS).length;
  return {
    input: fitted.input,
    redirects,
    notes: [
      ...item.notes,
      ...notes,
      ...body.notes,
      ...(cover?.notes ?? []),
      ...(draft.coverImage && !cover?.url ? [lost('Its cover is not imported.')] : []),
      ...beside,
      ...fitted.notes,
      ...(left > 0 ? [lost(`${left} former addresses of it and its files.`)] : []),
    ],
  };
}

function headOf(item: PostItem, { slugOf }: Pick<RewriteContext, 'slugOf'>) {
  return { slug: slugOf(item), status: item.status, publishDate: item.date };
}

/** A post of this program stays byte for byte: its files keep their URLs. @throws SourceError */
export function keepPost(
  { draft, notes }: SourcePost,
  item: PostItem,
  context: Pick<RewriteContext, 'slugOf'>,
): PreparedPost {
  const checked = postInputSchema.safeParse({ ...draft, ...headOf(item, context) });
  const [issue] = checked.error?.issues ?? [];
  if (!checked.success) throw new SourceError(`${issue?.path.join('.')}: ${issue?.message}`);
  const redirects = item.formerPaths.map((from) => ({ from, to: null }));
  return { input: checked.data, notes, redirects };
}

/** Adds the pictures of a bundle that its text does not show to the library, and names its other files. */
async function storeBundleFiles(
  paths: readonly string[],
  stored: Map<string, string>,
  media: Media,
): Promise<Note[]> {
  const [kept, left]: [string[], string[]] = [[], []];
  for (const path of paths.filter((file) => !stored.has(file))) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const added = isPicturePath(path) ? await media.store(path) : null;
    if (added === null || 'refused' in added) left.push(name);
    else {
      stored.set(path, added.url);
      kept.push(name);
    }
  }
  const added = 'Pictures beside it that the text does not show were added to the library';
  const unlinked = 'Files beside it that nothing links to are not imported';
  return [...listed('changed', added, kept), ...listed('lost', unlinked, left)];
}

/** Folders whose files were served at the root of the site, and those whose own path was public. */
const ROOTS = [
  /(?:^|\/)(?:static|public)\/(.+)$/,
  /(?:^|\/)((?:wp-content\/uploads|content\/(?:images|media|files)|assets|images|img|uploads)\/.+)$/,
];

/** Leads here from the former paths of the post, and from those of its files. */
function redirectsOf({ formerPaths }: PostItem, stored: ReadonlyMap<string, string>): Redirect[] {
  const ofFiles = [...stored].flatMap(([path, url]) => {
    const served = ROOTS.map((root) => root.exec(path)?.[1]).find((found) => found !== undefined);
    return served === undefined ? [] : [{ from: `/${served}`, to: url }];
  });
  return [...formerPaths.map((from) => ({ from, to: null })), ...ofFiles];
}

/** Shortens fields to their limits, and makes drafts of unfinished texts. */
function fitFields(draft: PostDraft): { input: PostInput; notes: Note[] } {
  const tags = (draft.tags ?? []).map((tag) => tag.slice(0, LIMITS.tag).toWellFormed());
  const extra = tags.splice(LIMITS.tags);
  const notes = listed('lost', `Tags after the first ${LIMITS.tags}`, extra);
  const fitted: PostDraft = { ...draft, tags };
  for (const field of ['title', 'description', 'author', 'coverImageCaption'] as const) {
    const max = field === 'coverImageCaption' ? LIMITS.caption : LIMITS[field];
    const text = fitted[field] ?? '';
    if (text.length <= max) continue;
    notes.push(lost(`The end of its ${field}, after ${max} characters.`));
    fitted[field] = text.slice(0, max).toWellFormed();
  }
  if (fitted.status === 'published' && findUnfinished(draft.content) !== null) {
    fitted.status = 'draft';
    const why = 'It contains conflict markers or unfinished uploads';
    notes.push(changed(`${why}, so it is imported as a draft.`));
  }
  return { input: parseFields(fitted, notes), notes };
}

/** A field that cannot be read costs the field, unless there is no post without it. */
function parseFields(fields: PostDraft, notes: Note[]): PostInput {
  const checked = postInputSchema.safeParse(fields);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const field = issue?.path[0] as keyof PostDraft;
  const reason = `${issue?.path.join('.')}: ${issue?.message}`;
  const { [field]: value, ...others } = fields;
  if (value === undefined || /^(?:title|slug|content)$/.test(field)) throw new SourceError(reason);
  notes.push(lost(`A field that cannot be read: ${reason}.`));
  // Without its date, nothing says any more when it was to be public.
  const status = field === 'publishDate' ? 'draft' : fields.status;
  return parseFields({ ...others, status } as PostDraft, notes);
}
