import { LIMITS, POST_FIELDS, TEXT_NAMES } from '../posts/fields.ts';
import { type PostDraft, type PostInput, postInputSchema } from '../posts/post-input.ts';
import { findUnfinished } from '../posts/unfinished.ts';
import { type RewriteContext, rewriteBody, rewriteCover } from './rewrite.ts';
import {
  describeIssue,
  listed,
  type PostItem,
  parsed,
  SourceError,
  type SourcePost,
} from './source.ts';

/**
 * Converts a post of another system: its links lead to this site, and its fields keep the limits. One of this program stays
 * byte for byte: its files keep their URLs.
 *
 * @throws SourceError
 */
export async function preparePost(
  { draft, ...post }: SourcePost,
  item: PostItem,
  context: RewriteContext,
): Promise<{ input: PostInput; notes: string[] }> {
  const notes = [...item.notes, ...post.notes];
  const head = { slug: item.slug, status: item.status, publishDate: item.date };
  if (context.isOwn) return { input: parsed(postInputSchema, { ...draft, ...head }), notes };
  if (draft.content.trim() === '') throw new SourceError('it has no text');
  if (draft.content.length > 2 * LIMITS.content) {
    throw new SourceError(`content: Must have at most ${LIMITS.content} characters`);
  }
  const content = await rewriteBody(draft.content, post, context, notes);
  const coverImage = await rewriteCover(draft.coverImage || '', post.base, context, notes);
  const tags = (draft.tags ?? []).map((tag) => tag.slice(0, LIMITS.tag).toWellFormed());
  notes.push(...listed(`Tags after the first ${LIMITS.tags}`, tags.slice(LIMITS.tags)));
  const fields: PostDraft = {
    ...draft,
    ...head,
    content,
    coverImage,
    tags: tags.slice(0, LIMITS.tags),
  };
  for (const [field, max] of SHORTENED) {
    const text = fields[field] ?? '';
    if (text.length <= max) continue;
    notes.push(`The end of its ${field}, after ${max} characters.`);
    fields[field] = text.slice(0, max).toWellFormed();
  }
  if (fields.status === 'published' && findUnfinished(content) !== null) {
    fields.status = 'draft';
    const why = 'It contains conflict markers or unfinished uploads';
    notes.push(`${why}, so it is imported as a draft.`);
  }
  return { input: parseFields(fields, notes), notes };
}

const SHORTENED = [
  ['title', LIMITS.title] as const,
  ...TEXT_NAMES.map((name) => [name, POST_FIELDS[name].limit] as const),
];

/** A field that cannot be read costs the field, unless there is no post without it. */
function parseFields(fields: PostDraft, notes: string[]): PostInput {
  const checked = postInputSchema.safeParse(fields);
  if (checked.success) return checked.data;
  const field = checked.error.issues[0]?.path[0] as keyof PostDraft;
  const reason = describeIssue(checked.error);
  const { [field]: value, ...others } = fields;
  if (value === undefined || /^(?:title|slug|content)$/.test(field)) throw new SourceError(reason);
  notes.push(`A field that cannot be read: ${reason}.`);
  // Without its date, nothing says any more when it was to be public.
  const status = field === 'publishDate' ? 'draft' : fields.status;
  return parseFields({ ...others, status } as PostDraft, notes);
}
