import { z } from 'zod';
import type { RenderBody } from '../rendering/body.ts';
import { type Result, succeed } from '../server/failure.ts';
import { findingSchema } from '../server/http/common-schemas.ts';
import type { Site } from '../site.ts';
import { shownBody } from './data-links.ts';
import { readDrafts } from './drafts.ts';
import type { AuthoredFields } from './fields.ts';
import { postInputSchema } from './post-input.ts';
import { type CheckedPost, renderAndCheck } from './publication-check.ts';
import { completePost, findPostIdByAnySlug } from './rows.ts';
import { findLatest } from './stored-post.ts';

export const previewSchema = z
  .object({
    contentHtml: z.string().describe('As saving this content would keep it'),
    words: z.int().min(0),
    readingTime: z.int().min(1).describe('Minutes at 200 words a minute'),
    format: z.enum(['html', 'markdown']).describe('What the content is written in'),
    blockLines: z
      .array(z.int().min(1).nullable())
      .describe('The line that each element at the top of contentHtml begins in; null: unknown'),
    findings: z.array(findingSchema).describe('In the order of lines'),
  })
  .meta({ id: 'Preview' });

export type BodyPreview = z.output<typeof previewSchema>;

export async function previewBody(
  site: Site,
  post: CheckedPost,
  options: Parameters<RenderBody>[1] = {},
): Promise<Result<BodyPreview>> {
  const checked = await renderAndCheck(site, post, options);
  if (!checked.ok) return checked;
  const { findings, body } = checked.value;
  const { words, format, blockLines } = body;
  return succeed({ ...shownBody(body, null), words, format, blockLines, findings });
}

/** Where it is and when it is published do not change what the page shows. */
const { slug: _, status: __, publishDate: ___, ...SHOWN } = postInputSchema.shape;

/**
 * A post with what an administrator has typed into its form, rendered as a save would; null where nothing is typed. A
 * field that a save would refuse is shown as it was saved.
 */
export async function typedPost(site: Site, slug: string, by: string) {
  const { query } = site.db;
  const id = await findPostIdByAnySlug(query, slug);
  const [typed] = id === null ? [] : (await readDrafts(site, by, id)).drafts;
  const saved = id === null ? null : await findLatest(query, id);
  if (typed === undefined || saved === null) return succeed(null);
  const fields = Object.entries(SHOWN).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(typed.values[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  const post = { ...saved.post, ...(Object.fromEntries(fields) as Partial<AuthoredFields>) };
  const checked = await renderAndCheck(site, post, { owner: by });
  if (!checked.ok) return checked;
  const shown = { ...post, ...shownBody(checked.value.body, null) };
  return succeed(await completePost(query, shown));
}
