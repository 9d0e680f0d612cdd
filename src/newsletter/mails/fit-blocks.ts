import { Fragment, createElement as h, type ReactNode } from 'react';
import { renderEmail } from '../../mail/render-email.ts';
import type { Block } from './post-body.ts';

/**
 * Gmail cuts the HTML of mails off at 102 KB, within a sentence and without the link to unsubscribe. Less, since
 * that link is longer than its placeholder.
 */
export const MAX_HTML_BYTES = 100_000;

/** As many blocks as fit into a number of bytes of HTML; the last one is not a heading. */
export async function fitBlocks(blocks: readonly Block[], bytes: number): Promise<Block[]> {
  const fitting: Block[] = [];
  // Of the doctype, which is rendered with each block.
  const overhead = await bytesOf(null);
  let left = bytes;
  for (const block of blocks) {
    left -= (await bytesOf(block.node)) - overhead;
    if (left < 0) break;
    fitting.push(block);
  }
  return fitting.slice(
    0,
    1 + fitting.findLastIndex(({ isHeading, node }) => !isHeading && !isBlank(node)),
  );
}

function isBlank(node: ReactNode): boolean {
  return node === null || (typeof node === 'string' && node.trim() === '');
}

async function bytesOf(node: ReactNode): Promise<number> {
  const { html } = await renderEmail('', h(Fragment, null, node));
  return Buffer.byteLength(html);
}
