/** Stores the files of pictures and attachments by their id and file name. */
export type PictureStore = {
  has(id: string): Promise<boolean>;
  /** Stores all files of a picture or none; those of an existing one stay, and count as new. */
  put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>;
  /** Receives a file in constant memory, to be kept or discarded. */
  receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /** Stores a received file as the only one of its id; as `put`. */
  keep(id: string, name: string, file: Pick<ReceivedFile, 'path' | 'bytes'>): Promise<void>;
  /** @param before removes only what was last stored before this instant, in milliseconds since 1970 */
  remove(id: string, before?: number): Promise<void>;
  /** One file; null when it does not exist. */
  find(id: string, name: string): Promise<StoredFile | null>;
  /** All files of a picture by name; empty when it does not exist or is an attachment. */
  collect(id: string): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The ids of all pictures and attachments. */
  ids(): Promise<string[]>;
  /**
   * Removes what writes that crashed have left.
   *
   * @param now milliseconds since 1970; files touched within the hour may belong to another process
   */
  sweep(now: number): Promise<void>;
};

export type StoredFile = {
  bytes: number;
  modified: Date;
  /** Reads an inclusive range of bytes, from 0; null when the file has been removed. */
  read(first: number, last: number): Promise<ReadableStream<Uint8Array> | null>;
};

/** A file that has come whole, on a disk of this machine, and is not stored yet. */
export type ReceivedFile = {
  path: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  /** Reads an inclusive range of bytes, from 0. */
  read(first: number, last: number): AsyncIterable<Uint8Array>;
  /** Removes what of it has not been kept. */
  discard(): Promise<void>;
};

/** Longer than any write or removal of a picture. */
export const STALE_MS = 60 * 60 * 1000;
