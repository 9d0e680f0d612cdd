import { type ReadDocument, UnreadableDocumentError } from './document.ts';
import { readMarkdownFile } from './markdown-file.ts';
import { readDocx } from './read-docx.ts';

/** A `message` is for the writer. */
export type DocumentAnswer = { document: ReadDocument } | { message: string };

const BROKEN = 'This document is broken, or of a kind that its own program alone reads.';

async function read(document: File): Promise<ReadDocument> {
  return /\.docx$/i.test(document.name)
    ? readDocx(new Uint8Array(await document.arrayBuffer()))
    : readMarkdownFile(await document.text());
}

addEventListener('message', async ({ data }: MessageEvent<File>) => {
  const answer: DocumentAnswer = await read(data).then(
    (document) => ({ document }),
    (error) => ({ message: error instanceof UnreadableDocumentError ? error.message : BROKEN }),
  );
  postMessage(answer);
});
