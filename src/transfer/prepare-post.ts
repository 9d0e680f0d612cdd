import { LIMITS } from '../posts/post.ts';
import { type PostDraft, type PostInput, postInputSchema } from '../posts/post-input.ts';
import { findUnfinished } from '../rendering/unfinished.ts';
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

export type PreparedPost = { input: PostInput; notes: Note[] };

/** Converts a post of another system: its links lead to this site, and its fields keep the limits. @throws SourceError */
export async function preparePost(
  post: SourcePost,
  item: PostItem,
  context: RewriteContext,
): Promise<PreparedPost> {
  const { draft, base } = post;
  if (draft.content.trim() === '') throw new SourceError('it has no text');
  if (draft.content.length > 2 * LIMITS.content) {
    throw new SourceError(`content: Must have at most ${LIMITS.content} characters`);
  }
  const body = await rewriteBody(draft.content, post, context);
  const cover = draft.coverImage ? await rewriteCover(draft.coverImage, base, context) : null;
  const fields = { ...draft, ...headOf(item, context), content: body.body };
  const fitted = fitFields({ ...fields, coverImage: cover?.url ?? '' });
  const lostCover = cover?.url === '' ? [lost('Its cover is not imported.')] : [];
  const notes = [item.notes, post.notes, body.notes, cover?.notes ?? [], lostCover, fitted.notes];
  return { input: fitted.input, notes: notes.flat() };
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
  return { input: checked.data, notes };
}

/** Shortens fields to their limits, and makes drafts of unfinished texts. */
function fitFields(draft: PostDraft): { input: PostInput; notes: Note[] } {
  const tags = (draft.tags ?? []).map((tag) => tag.slice(0, LIMITS.tag).toWellFormed());
  const extra = tags.splice(LIMITS.tags);
  const notes = listed('lost', `Tags after the first ${LIMITS.tags}`, extra);
  const fitted: PostDraft = { ...draft, tags };
  for (const [field, max] of [
    ['title', LIMITS.title],
    ['description', LIMITS.description],
    ['author', LIMITS.author],
    ['coverImageCaption', LIMITS.caption],
  ] as const) {
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
