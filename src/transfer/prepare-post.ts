import { LIMITS, POST_FIELDS, TEXT_NAMES } from '../posts/fields.ts';
import { type PostDraft, type PostInput, postInputSchema } from '../posts/post-input.ts';
import { findUnfinished } from '../rendering/unfinished.ts';
import { type RewriteContext, rewriteBody, rewriteCover } from './rewrite.ts';
import {
  changed,
  listed,
  lost,
  type Note,
  type PostItem,
  parsed,
  SourceError,
  type SourcePost,
} from './source.ts';

export type PreparedPost = { input: PostInput; notes: Note[] };

function headOf(item: PostItem, { slugOf }: RewriteContext) {
  return { slug: slugOf(item), status: item.status, publishDate: item.date };
}

/** A post of this program stays byte for byte: its files keep their URLs. @throws SourceError */
export async function keepPost(
  { draft, notes }: SourcePost,
  item: PostItem,
  context: RewriteContext,
): Promise<PreparedPost> {
  return { input: parsed(postInputSchema, { ...draft, ...headOf(item, context) }), notes };
}

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
  const { body, notes } = await rewriteBody(draft.content, post, context);
  const cover = draft.coverImage ? await rewriteCover(draft.coverImage, base, context) : null;
  const tags = (draft.tags ?? []).map((tag) => tag.slice(0, LIMITS.tag).toWellFormed());
  const fields: PostDraft = {
    ...draft,
    ...headOf(item, context),
    content: body,
    coverImage: cover?.url ?? '',
    tags: tags.slice(0, LIMITS.tags),
  };
  const all = [
    ...item.notes,
    ...post.notes,
    ...notes,
    ...(cover?.notes ?? []),
    ...(cover?.url === '' ? [lost('Its cover is not imported.')] : []),
    ...listed('lost', `Tags after the first ${LIMITS.tags}`, tags.slice(LIMITS.tags)),
  ];
  for (const [field, max] of SHORTENED) {
    const text = fields[field] ?? '';
    if (text.length <= max) continue;
    all.push(lost(`The end of its ${field}, after ${max} characters.`));
    fields[field] = text.slice(0, max).toWellFormed();
  }
  if (fields.status === 'published' && findUnfinished(body) !== null) {
    fields.status = 'draft';
    const why = 'It contains conflict markers or unfinished uploads';
    all.push(changed(`${why}, so it is imported as a draft.`));
  }
  return { input: parseFields(fields, all), notes: all };
}

const SHORTENED = [
  ['title', LIMITS.title] as const,
  ...TEXT_NAMES.map((name) => [name, POST_FIELDS[name].limit] as const),
];

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
