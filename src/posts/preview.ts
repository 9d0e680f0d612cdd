import type { RenderedBody } from '../rendering/body.ts';
import { type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { emptyDataLinks } from '../text/data-links.ts';
import { readingTime } from '../text/word-count.ts';
import { readDrafts } from './drafts.ts';
import type { AuthoredFields } from './fields.ts';
import type { ReadPost } from './post.ts';
import { postInputSchema } from './post-input.ts';
import { type CheckedPost, renderAndCheck } from './publication-check.ts';
import { completePost, findPostIdByAnySlug } from './rows.ts';
import { findLatest } from './stored-post.ts';

/** The rendered body and its counts as a save would produce them. */
export type BodyPreview = Pick<RenderedBody, 'words' | 'format' | 'blockLines' | 'findings'> & {
  contentHtml: string;
  /** Minutes, at least 1. */
  readingTime: number;
};

type PreviewOptions = Omit<CheckedPost, 'content'> & {
  /** The email of the administrator. */
  by?: string | undefined;
  /** Aborts the preview. */
  signal?: AbortSignal | undefined;
};

/** Renders and checks a post exactly as a save does, without storing it. */
export async function previewBody(
  site: Site,
  content: string,
  { by, signal, ...post }: PreviewOptions = {},
): Promise<Result<BodyPreview>> {
  const options = { owner: by, signal };
  const checked = await renderAndCheck(site, { content, ...post }, options);
  if (!checked.ok) return checked;
  const { body, findings } = checked.value;
  const { html, words, format, blockLines } = body;
  return succeed({
    contentHtml: emptyDataLinks(html),
    words,
    readingTime: readingTime(words),
    format,
    blockLines,
    findings,
  });
}

/** Where it is and when it is published do not change what the page shows. */
const { slug: _, status: __, publishDate: ___, ...SHOWN } = postInputSchema.shape;

/**
 * A post with what an administrator has typed into its form, rendered as a save would; null where nothing is typed. A
 * field that a save would refuse is shown as it was saved.
 */
export async function typedPost(
  site: Site,
  slug: string,
  by: string,
): Promise<Result<ReadPost | null>> {
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
  const { html, words } = checked.value.body;
  // Data that is not saved cannot be downloaded.
  const shown = { ...post, contentHtml: emptyDataLinks(html), readingTime: readingTime(words) };
  return succeed(await completePost(query, shown));
}
