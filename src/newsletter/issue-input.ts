import { z } from 'zod';
import type { Post } from '../posts/post.ts';
import { anyPost } from '../posts/reading.ts';
import { noSuchPost, refuseOtherPost } from '../posts/stored-post.ts';
import { refuseUnfinished } from '../posts/unfinished.ts';
import type { RenderBody } from '../rendering/body.ts';
import { invalidField, type Result, succeed } from '../server/failure.ts';
import { text } from '../server/fields.ts';
import type { Site } from '../site.ts';

/** Mail programs show less of a longer subject. */
export const SUBJECT_CHARS = 150;
/** A letter opens with it: it is no second post. */
export const INTRODUCTION_CHARS = 5_000;

/** What administrators write of an issue beside the post. */
export const issueInputSchema = z.object({
  subject: text(SUBJECT_CHARS)
    .refine((subject) => !/[\p{Cc}\u2028\u2029]/u.test(subject), 'Must be a single line')
    .trim()
    .min(1, 'Must not be empty')
    .nullable()
    .default(null)
    .meta({ description: 'Of the email; null for the title of the post when it goes out' }),
  introduction: text(INTRODUCTION_CHARS)
    .default('')
    .meta({ description: 'Markdown, shown above the post' }),
});

export type IssueInput = z.infer<typeof issueInputSchema>;

/** @param etag of the post that was read; undefined for whichever has the slug */
export async function findSentPost(
  site: Site,
  slug: string,
  etag: string | undefined,
): Promise<Result<Post>> {
  const post = await anyPost(site, slug);
  if (post === null) return noSuchPost(slug);
  return refuseOtherPost(post.id, etag) ?? succeed(post);
}

/** The HTML of an introduction; fails for one that is not finished or cannot be rendered. */
export async function renderIntroduction(
  render: RenderBody,
  introduction: string,
  owner: string,
): Promise<Result<string>> {
  if (introduction.trim() === '') return succeed('');
  const refusal = refuseUnfinished('introduction', introduction);
  if (refusal !== null) return refusal;
  const body = await render(introduction, { owner });
  if (body !== null) return succeed(body.html);
  return invalidField(
    'introduction',
    'It cannot be rendered, or takes too long. Simplify its markup.',
    'too_complex',
  );
}
