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
  /** Stores a file; an incomplete one is removed. @returns its size in bytes */
  save(id: string, content: AsyncIterable<Uint8Array>, options: UploadOptions): Promise<number>;
  /** Returns null for a file that is not stored here. */
  find(id: string): Promise<Upload | null>;
  /** Removes a file, also an incomplete one. */
  remove(id: string): Promise<void>;
  /** Returns the ids of all stored files, also of incomplete ones. */
  list(): Promise<string[]>;
};
