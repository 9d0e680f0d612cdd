import { type RefObject, useEffect, useRef, useState } from 'react';
import plate from './scene/osimertinib.svg?url';
import type { Scene } from './scene/scene.ts';
import { useOnScreen } from './use-on-screen.ts';

/**
 * A slowly rotating molecule. The page contains a static drawing; once the browser is idle, WebGL draws
 * the same molecule in its place and starts to rotate it. The drawing remains with reduced motion, with
 * Save-Data, and without WebGL.
 */
export function MoleculeFigure({ title, className = '' }: { title: string; className?: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const figure = useRef<HTMLDivElement>(null);
  const scene = useScene(canvas, figure);
  const onScreen = useOnScreen(figure);

  useEffect(() => {
    if (scene === null || !onScreen) return;
    scene.play();
    return () => scene.pause();
  }, [scene, onScreen]);

  return (
    <div
      ref={figure}
      role="img"
      aria-label={title}
      className={`relative aspect-square ${className}`}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 17 17"
        className={`absolute inset-0 size-full fill-none ${scene === null ? '' : 'invisible transition-[visibility] delay-200'}`}
      >
        <use href={`${plate}#plate`} width="17" height="17" />
      </svg>
      <canvas
        ref={canvas}
        className={`absolute inset-0 size-full ${scene === null ? 'invisible' : ''}`}
      />
    </div>
  );
}

/** Null until the scene has started, and wherever it must not run. */
function useScene(
  canvas: RefObject<HTMLCanvasElement | null>,
  figure: RefObject<HTMLElement | null>,
): Scene | null {
  const [scene, setScene] = useState<Scene | null>(null);
  useEffect(() => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    const [element, frame] = [canvas.current, figure.current];
    if (element === null || frame === null || reducedMotion.matches || prefersReducedData()) return;
    const life = new AbortController();
    const { signal } = life;
    const end = () => {
      life.abort();
      setScene(null);
    };
    const start = async () => {
      const { createScene } = await import('./scene/scene.ts');
      if (signal.aborted) return;
      setScene(await createScene(element, frame, { signal, onFailure: end }));
    };
    onIdle(signal, () =>
      start().catch((error) => console.info('The molecule stays still.', error)),
    );
    reducedMotion.addEventListener('change', end, { signal });
    return end;
  }, [canvas, figure]);
  return scene;
}

/** The Save-Data preference; not every browser supports it. */
function prefersReducedData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Calls back once the page has loaded and is idle, unless the signal aborts. */
function onIdle(signal: AbortSignal, callback: () => void): void {
  const run = () => (signal.aborted ? undefined : callback());
  // Older versions of Safari lack `requestIdleCallback`.
  const wait = () =>
    window.requestIdleCallback?.(run, { timeout: 3000 }) ?? window.setTimeout(run, 300);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true, signal });
}
