import { useEffect, useRef } from 'react';
import { demo } from '../../../content/home.ts';
import type { Playback } from './demo-playback.ts';

const { steps } = demo;

/**
 * Calls `finish` when the current step has run for its duration, pauses excluded. Returns the ref of
 * its progress bar.
 */
export function useStepTimer({ step, run }: Playback, running: boolean, finish: () => void) {
  const bar = useRef<HTMLSpanElement>(null);
  const spent = useRef(0);
  const onFinish = useRef(finish);
  const duration = steps[step]?.duration ?? 0;
  useEffect(() => {
    onFinish.current = finish;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every run starts at zero
  useEffect(() => {
    spent.current = 0;
  }, [run]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every run has its own timer
  useEffect(() => {
    if (!running) return;
    const before = spent.current;
    const started = performance.now();
    const timer = setTimeout(() => onFinish.current(), duration - before);
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
