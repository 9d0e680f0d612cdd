import { Presets, SingleBar } from 'cli-progress';

const PROGRESS_EVERY_MS = 5_000;

export type Progress = { update: (done: number, label: string) => void; stop: () => void };

/** A progress bar on a terminal, a line every few seconds elsewhere. @param noun what is counted, in the plural */
export function showProgress(total: number, noun: string): Progress {
  return process.stderr.isTTY ? makeBar(total, noun) : makeLines(total, noun);
}

function makeBar(total: number, noun: string): Progress {
  const format = `{bar} {value}/{total} ${noun}, {eta_formatted} to go, {label}`;
  const bar = new SingleBar({ format, clearOnComplete: true, stopOnComplete: true }, Presets.rect);
  bar.start(total, 0, { label: '' });
  return {
    update: (done, label) => bar.update(done, { label }),
    stop: () => bar.stop(),
  };
}

function makeLines(total: number, noun: string): Progress {
  let last = performance.now();
  return {
    update: (done) => {
      if (performance.now() - last < PROGRESS_EVERY_MS) return;
      last = performance.now();
      console.error(`${done} of ${total} ${noun}`);
    },
    stop: () => undefined,
  };
}
