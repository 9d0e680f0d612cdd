/** A picture of a document, whose text names it `document-picture:` and its index. */
export type DocumentPicture = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };

/** A document before its text is converted. Threads exchange it. */
export type ReadDocument = {
  title: string;
  description: string;
  author: string;
  tags: string[];
  /** Formatted text is converted like a pasted one. */
  text: { html: string } | { markdown: string };
  pictures: DocumentPicture[];
  /** Cited works in CSL-JSON; the text cites each by its `id`. */
  works: object[];
};

/** An error whose message is for the writer. */
export class UnreadableDocumentError extends Error {}
