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
    let running: Scene | null = null;
    let isDisposed = false;

    const start = async () => {
      const { createScene } = await import('./scene/scene.ts');
      if (isDisposed) return;
      const created = await createScene(element, frame, () => setScene(null));
      if (isDisposed) created?.dispose();
      else {
        running = created;
        setScene(created);
      }
    };
    const dispose = () => {
      isDisposed = true;
      cancel();
      running?.dispose();
      setScene(null);
    };
    const cancel = onIdle(() => {
      // The static drawing remains.
      start().catch((error: unknown) => console.info('The molecule stays still.', error));
    });
    reducedMotion.addEventListener('change', dispose);
    return () => {
      reducedMotion.removeEventListener('change', dispose);
      dispose();
    };
  }, [canvas, figure]);
  return scene;
}

/** The Save-Data preference; not every browser supports it. */
function prefersReducedData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Calls back once the page has loaded and is idle. Returns a function that cancels it. */
function onIdle(callback: () => void): () => void {
  let idle = 0;
  const wait = () => {
    // Older versions of Safari lack `requestIdleCallback`.
    idle =
      window.requestIdleCallback?.(callback, { timeout: 3000 }) ?? window.setTimeout(callback, 300);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    window.cancelIdleCallback?.(idle);
    clearTimeout(idle);
  };
}
