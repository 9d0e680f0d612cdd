import { type ReadDocument, UnreadableDocumentError } from './document.ts';
import { withPictures } from './document-text.ts';
import { readMarkdownFile } from './markdown-file.ts';
import { readDocx } from './read-docx.ts';

/** A `message` is for the writer. */
export type DocumentAnswer = { document: ReadDocument } | { message: string };

const BROKEN = 'This document is broken, or of a kind that its own program alone reads.';

/** A document, and the pictures that were opened with it. */
export type OpenedFiles = { document: File; pictures: File[] };

async function read({ document, pictures }: OpenedFiles): Promise<ReadDocument> {
  return /\.docx$/i.test(document.name)
    ? readDocx(new Uint8Array(await document.arrayBuffer()))
    : withPictures(readMarkdownFile(await document.text()), pictures);
}

addEventListener('message', async ({ data }: MessageEvent<OpenedFiles>) => {
  const answer: DocumentAnswer = await read(data).then(
    (document) => ({ document }),
    (error) => ({ message: error instanceof UnreadableDocumentError ? error.message : BROKEN }),
  );
  postMessage(answer);
});
