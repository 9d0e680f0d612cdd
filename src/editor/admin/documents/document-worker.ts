import { type DocumentPicture, type ReadDocument, UnreadableDocumentError } from './document.ts';
import { readMarkdownFile } from './markdown-file.ts';
import { readDocx } from './read-docx.ts';

/** A document, and the pictures that were opened with it. */
export type DocumentFiles = { document: File; pictures: readonly File[] };

/** A `message` is for the writer. */
export type DocumentAnswer = { document: ReadDocument } | { message: string };

const BROKEN = 'This document is broken, or of a kind that its own program alone reads.';

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());

async function read({ document, pictures }: DocumentFiles): Promise<ReadDocument> {
  if (/\.docx$/i.test(document.name)) return readDocx(await bytesOf(document));
  const beside = pictures.map(async (file): Promise<DocumentPicture> => {
    return { name: file.name, type: file.type, bytes: await bytesOf(file) };
  });
  return readMarkdownFile(await document.text(), await Promise.all(beside));
}

addEventListener('message', async ({ data }: MessageEvent<DocumentFiles>) => {
  const answer: DocumentAnswer = await read(data).then(
    (document) => ({ document }),
    (error) => ({ message: error instanceof UnreadableDocumentError ? error.message : BROKEN }),
  );
  postMessage(answer);
});
