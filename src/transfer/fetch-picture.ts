import type { Result } from '../server/failure.ts';

/** Fetches a picture from a public address; fails in words. Redirects are followed, time and size are limited. */
export type FetchPicture = (url: string) => Promise<Result<Uint8Array>>;

/** What one import fetches at most. */
export const FETCH_LIMITS = {
  pictures: 5_000,
  bytes: 2 * 1024 * 1024 * 1024,
  /** The limit of one picture. */
  pictureBytes: 20 * 1024 * 1024,
  /** Milliseconds for one picture, with all redirects. */
  timeout: 20_000,
  /** Milliseconds for all of them. */
  totalTime: 60 * 60 * 1000,
} as const;
