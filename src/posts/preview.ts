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
import { anyPost } from './reading.ts';
import { completePost } from './rows.ts';
import { RENDER_TIMED_OUT } from './saving.ts';
import { changesOf } from './unpublished-changes.ts';

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
  if (checked === null) return RENDER_TIMED_OUT;
  const { html, words, format, blockLines } = checked.body;
  return succeed({
    contentHtml: emptyDataLinks(html),
    words,
    readingTime: readingTime(words),
    format,
    blockLines,
    findings: checked.findings,
  });
}

/** Where it is and when it is published do not change what the page shows. */
const { slug, status, publishDate, ...SHOWN } = postInputSchema.shape;

/**
 * A post with what an administrator has typed into its form, rendered as a save would; null where nothing is typed. A
 * field that a save would refuse is shown as it was saved.
 */
export async function typedPost(
  site: Site,
  address: string,
  by: string,
): Promise<Result<ReadPost | null>> {
  const stored = await anyPost(site, address);
  const typed = stored === null ? [] : (await readDrafts(site, by, stored.id)).drafts;
  const [latest] = typed;
  if (stored === null || latest === undefined) return succeed(null);
  const saved = (await changesOf(site, stored.slug))?.post ?? stored;
  const fields = Object.entries(SHOWN).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(latest.values[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  const post = { ...saved, ...(Object.fromEntries(fields) as Partial<AuthoredFields>) };
  const checked = await renderAndCheck(site, post, { owner: by });
  if (checked === null) return RENDER_TIMED_OUT;
  const { html, words } = checked.body;
  // Data that is not saved cannot be downloaded.
  const contentHtml = emptyDataLinks(html);
  const shown = { ...post, contentHtml, readingTime: readingTime(words) };
  // Those of the saved text: a text that has none would keep them, at its own letters.
  delete shown.terms;
  delete shown.authors;
  return succeed(await completePost(site.db.query, shown));
}
