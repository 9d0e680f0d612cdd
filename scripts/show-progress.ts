const EVERY_MS = process.stderr.isTTY ? 200 : 5_000;

/** Tells the progress every few seconds, on a terminal in one line. @param noun what is counted, in the plural */
export function showProgress(total: number, noun: string): (done: number) => void {
  let last = performance.now();
  return (done) => {
    if (performance.now() - last < EVERY_MS) return;
    last = performance.now();
    const line = `${done} of ${total} ${noun}`;
    process.stderr.write(process.stderr.isTTY ? `${line}\r` : `${line}\n`);
  };
}
