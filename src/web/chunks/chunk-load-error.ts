/** Why a chunk is not there: the server has no such file, it did not come in time, or it broke off. */
export type ChunkFailure = 'missing' | 'timeout' | 'error';

type FailedChunk = { address: string; reason: ChunkFailure };

/** Code that a page needs could not be loaded (specification section 8). */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor({ address, reason }: FailedChunk, options?: ErrorOptions) {
    super(`Loading chunk ${chunkId(address)} failed.\n(${reason}: ${address})`, options);
  }
}

/** `/static/js/{id}.{hash}.chunk.js` → `{id}`; in development, where nothing is cut, the address. */
function chunkId(address: string): string {
  return /\/(\d+)\.[^/]+\.chunk\.js$/.exec(address)?.[1] ?? address;
}
