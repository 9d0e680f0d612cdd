/** A place in a store that speaks S3's protocol. */
export type Bucket = Readonly<{
  /** The store's address: scheme, host and port. */
  endpoint: string;
  region: string;
  bucket: string;
  /** What all keys begin with; empty, or with a slash at its end. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}>;
