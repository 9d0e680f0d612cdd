import type { Site } from '../site.ts';
import { hasDataLink } from '../text/data-links.ts';
import type { Post } from './post.ts';

/** All downloads together may occupy as many render threads as one writer. */
const OWNER = 'downloads of data';

/**
 * The data of a block of a post, byte for byte as it was written; null if there is none of this name.
 *
 * @param name the label of the block, or its number
 * @throws BusyError when the body could not be rendered in time now
 */
export async function postData(
  { renderForReaders }: Site,
  { id, content, contentHtml }: Pick<Post, 'id' | 'content' | 'contentHtml'>,
  name: string,
): Promise<string | null> {
  if (!hasDataLink(contentHtml, id, name)) return null;
  const body = await renderForReaders(content, { owner: OWNER });
  return body?.dataFiles.find((file) => file.name === name)?.content ?? null;
}
