import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 collect garbage when the heap has grown by a third since the last time, and counts buffers as
 * part of it. By itself it waits until the heap has doubled and buffers have added 64 MB, which pages
 * that are rendered anew do several times a minute: the process would hold that much for good.
 *
 * For the start of a process: what runs already keeps its limits until the next collection.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--external-memory-accounted-in-global-limit');
}
