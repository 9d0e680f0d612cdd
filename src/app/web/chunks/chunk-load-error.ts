/** `missing`: the server has no such file; `error`: the request or the connection failed. */
export type ChunkFailure = 'missing' | 'timeout' | 'error';

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor({ url, reason }: { url: string; reason: ChunkFailure }, options?: ErrorOptions) {
    super(`Loading chunk ${chunkId(url)} failed.\n(${reason}: ${url})`, options);
  }
}

/** `/static/js/{id}.{hash}.chunk.js` → `{id}`; in development, where there are no chunks, the URL. */
function chunkId(url: string): string {
  return /\/(\d+)\.[^/]+\.chunk\.js$/.exec(url)?.[1] ?? url;
}
