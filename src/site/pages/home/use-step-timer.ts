import { useEffect, useEffectEvent, useRef } from 'react';

type Turn = {
  duration: number;
  /** Another one for each start of a step: it has the whole time again. */
  run: number;
  running: boolean;
};

/**
 * Calls `finish` when the current step has run for its duration, pauses excluded. Returns the ref of
 * its progress bar.
 */
export function useStepTimer({ duration, run, running }: Turn, finish: () => void) {
  const bar = useRef<HTMLSpanElement>(null);
  const spent = useRef(0);
  const onFinish = useEffectEvent(finish);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every run starts at zero
  useEffect(() => {
    spent.current = 0;
  }, [run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every run has its own timer
  useEffect(() => {
    if (!running) return;
    const before = spent.current;
    const started = performance.now();
    const timer = setTimeout(onFinish, duration - before);
    const growth = bar.current?.animate(
      { scale: [`${before / duration} 1`, '1 1'] },
      { duration: duration - before, fill: 'forwards' },
    );
    return () => {
      clearTimeout(timer);
      growth?.pause();
      spent.current = before + performance.now() - started;
    };
  }, [running, run, duration]);
  return bar;
}
