import type { BodyPreview } from '../../../domain/posts/preview.ts';
import { trustedHtml } from '../../ui/trusted-types.ts';
import type { ApiResult } from '../api.ts';
import { changedBlocks } from './changed-blocks.ts';
import type { ShownPreview } from './previewer.ts';

/** Previews that were put together here: parsing a long one again takes longer than a frame. */
const blocksOfPreview = new WeakMap<ShownPreview, string[]>();

/**
 * Renders the blocks of a text that have changed, and puts them into the earlier preview: rendering all of
 * a long post takes a second. Ids and findings are those of the earlier preview until all is rendered.
 *
 * @returns null when all of it must be rendered
 */
export async function renderChangedBlocks(
  before: ShownPreview,
  content: string,
  render: (content: string) => Promise<ApiResult<BodyPreview>>,
): Promise<ShownPreview | null> {
  const changed = changedBlocks(before, content);
  if (changed === null) return null;
  const answer = await render(changed.source);
  if (!answer.ok || answer.value.format !== before.format) return null;
  const { from, to, skipped, lineOffset, addedLines } = changed;
  const rendered = blocksOf(answer.value.contentHtml);
  // The notes are those of the whole text.
  const end = rendered.at(-1)?.startsWith('<section data-footnotes') ? -1 : undefined;
  const blocks = blocksOfPreview.get(before) ?? blocksOf(before.contentHtml);
  const lines = answer.value.blockLines.slice(skipped, end);
  const part = rendered.slice(skipped, end);
  if (blocks.length !== before.blockLines.length || part.length !== lines.length) return null;
  const next = blocks.toSpliced(from, to - from, ...part);
  const preview: ShownPreview = {
    ...before,
    content,
    contentHtml: next.join('\n'),
    blockLines: [
      ...before.blockLines.slice(0, from),
      ...lines.map((line) => line && line + lineOffset),
      ...before.blockLines.slice(to).map((line) => line && line + addedLines),
    ],
  };
  blocksOfPreview.set(preview, next);
  return preview;
}

/** The elements at the top, as markup. */
function blocksOf(html: string): string[] {
  const template = document.createElement('template');
  template.innerHTML = trustedHtml(html);
  return Array.from(template.content.children, ({ outerHTML }) => outerHTML);
}
