import { expect, it } from 'vitest';
import { ChunkLoadError } from './chunk-load-error.ts';

it('tells who reports a broken page which part failed, why, and where it should have come from', () => {
  const error = new ChunkLoadError({
    url: '/static/js/4711.Ab-_3xYz.chunk.js',
    reason: 'timeout',
  });
  expect(error.name).toBe('ChunkLoadError');
  expect(error.message).toBe(
    'Loading chunk 4711 failed.\n(timeout: /static/js/4711.Ab-_3xYz.chunk.js)',
  );
});
