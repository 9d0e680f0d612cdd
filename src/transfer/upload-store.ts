/** How an uploaded source is to be imported. */
export type UploadOptions = {
  /** The name of the file, without folders. */
  name: string;
  siteUrl?: string | undefined;
  author?: string | undefined;
  fetchesPictures: boolean;
};

export type Upload = { path: string; options: UploadOptions };

/** Keeps uploaded sources until they are imported. With several instances, each keeps what it was sent. */
export type UploadStore = {
  /** Nothing stays of a file that does not come whole. @returns its bytes */
  save(id: string, content: AsyncIterable<Uint8Array>, options: UploadOptions): Promise<number>;
  /** Null when it is not kept here. */
  find(id: string): Promise<Upload | null>;
  /** Also what is there of a file that did not come whole. */
  remove(id: string): Promise<void>;
  /** Ids of all that is kept here, also in part. */
  list(): Promise<string[]>;
};

/** 500 MB. The command line takes larger ones. */
export const MAX_UPLOAD_BYTES = 500 * 1024 * 1024;

/** Uploaded files that may be here at once, also those that are still coming. */
export const MAX_UPLOADS = 5;
