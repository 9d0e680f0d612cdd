/** A prefix in a bucket of an S3-compatible store. */
export type Bucket = Readonly<{
  /** Scheme, host and port. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Common prefix of all keys: empty, or with a trailing slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}>;
