/** Asks `recheck` at the end of a body, before its reader learns of the end; the body fails as `recheck` does. */
export function recheckedAtEnd(
  body: ReadableStream<Uint8Array>,
  recheck: () => Promise<void>,
): ReadableStream<Uint8Array> {
  return rechecked(body, async ({ done }) => {
    if (done) await recheck();
  });
}

/** Asks `recheck` whenever `ms` have passed; the body breaks off as `recheck` fails. */
export function recheckedAtIntervals(
  body: ReadableStream<Uint8Array>,
  recheck: () => Promise<void>,
  ms: number,
): ReadableStream<Uint8Array> {
  let checkedAt = performance.now();
  return rechecked(body, async ({ done }) => {
    if (done || performance.now() - checkedAt < ms) return;
    checkedAt = performance.now();
    await recheck();
  });
}

type Chunk = ReadableStreamReadResult<Uint8Array>;

function rechecked(
  body: ReadableStream<Uint8Array>,
  beforePassing: (chunk: Chunk) => Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await reader.read();
        try {
          await beforePassing(chunk);
        } catch (error) {
          await reader.cancel(error).catch(() => undefined);
          throw error;
        }
        if (chunk.done) controller.close();
        else controller.enqueue(chunk.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
}
