/** A mark in a text, with its index. */
export const MARK = /\u{E000}(\d+)\u{E001}/gu;

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
  /** Formulas and the like, which the conversion of formatted text would change. */
  marks: string[];
  pictures: DocumentPicture[];
  /** Cited works in CSL-JSON; the text cites each by its `id`. */
  works: object[];
};

/** An error whose message is for the writer. */
export class UnreadableDocumentError extends Error {}

/** A document's marks and pictures while it is read. */
export class DocumentParts {
  readonly marks: string[] = [];
  readonly pictures: DocumentPicture[] = [];

  /** Returns what stands for a mark in the text. Private-use characters pass through every conversion like a word. */
  mark(text: string): string {
    return `\u{E000}${this.marks.push(text) - 1}\u{E001}`;
  }

  /** Returns the URL that stands for a picture in the text. */
  picture(picture: DocumentPicture): string {
    return `document-picture:${this.pictures.push(picture) - 1}`;
  }

  /** Adds a picture without a name. */
  unnamed(type: string, bytes: Uint8Array<ArrayBuffer>): string {
    const ending = type.replace(/^image\/|\+xml$/g, '');
    return this.picture({ name: `picture-${this.pictures.length + 1}.${ending}`, type, bytes });
  }
}
