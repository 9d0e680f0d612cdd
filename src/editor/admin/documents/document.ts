/** What stands in a document's text for something that its conversion would change or not keep. */
export type Mark =
  /** A formula or a citation. */
  | { kind: 'markdown'; text: string }
  /** A table in HTML, and what is written instead if it holds more. */
  | { kind: 'table'; html: string; otherwise: string }
  | { kind: 'lost'; what: string };

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
  marks: Mark[];
  pictures: DocumentPicture[];
  /** Cited works in CSL-JSON; the text cites each by its `id`. */
  works: object[];
};

/** An error whose message is for the writer. */
export class UnreadableDocumentError extends Error {}

export const ONLY_IN_NOTEBOOKS = 'an output that only a notebook shows';

/** A document's marks and pictures while it is read. */
export class DocumentParts {
  readonly marks: Mark[] = [];
  readonly pictures: DocumentPicture[] = [];

  /** Returns what stands for a mark in the text. Private-use characters pass through every conversion like a word. */
  mark(mark: Mark): string {
    return `\u{E000}${this.marks.push(mark) - 1}\u{E001}`;
  }

  lost(what: string): string {
    return this.mark({ kind: 'lost', what });
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
