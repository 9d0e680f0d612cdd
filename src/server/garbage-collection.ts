import { setFlagsFromString } from 'node:v8';

/**
 * Collects garbage when the heap has grown by a third, buffers included. By default V8 waits until
 * the heap has doubled and buffers have added 64 MB, which rendering does several times a minute:
 * the process would hold that much permanently.
 * Must be called at the start: the current limits apply until the next collection.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--external-memory-accounted-in-global-limit');
}
