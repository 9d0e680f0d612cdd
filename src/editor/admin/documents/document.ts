/** A document before its text is converted. Threads exchange it. */
export type ReadDocument = {
  title: string;
  description: string;
  author: string;
  tags: string[];
  /** Formatted text is converted like a pasted one. */
  text: { html: string } | { markdown: string };
  /** The text names each `document-picture:` and its index. */
  pictures: File[];
  /** Cited works in CSL-JSON; the text cites each by its `id`. */
  works: object[];
};

/** An error whose message is for the writer. */
export class UnreadableDocumentError extends Error {}
