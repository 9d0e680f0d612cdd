import { type RefObject, useEffect, useRef, useState } from 'react';
import { useOnScreen } from './on-screen.ts';
import plate from './scene/osimertinib.svg?url';
import type { Scene } from './scene/scene.ts';

/**
 * A real molecule, turning slowly. What comes with the page is a drawing of it; once the page has
 * come to rest the same molecule is drawn by WebGL in its place and begins to move. The drawing stays
 * where nothing may move, data is to be saved, or there is no WebGL.
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
        className={`absolute inset-0 size-full fill-none ${scene === null ? '' : 'invisible'}`}
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

/** The scene, once there may be one; null until then, and for good where there may not. */
function useScene(
  canvas: RefObject<HTMLCanvasElement | null>,
  figure: RefObject<HTMLElement | null>,
): Scene | null {
  const [scene, setScene] = useState<Scene | null>(null);
  useEffect(() => {
    const stillness = matchMedia('(prefers-reduced-motion: reduce)');
    const [element, frame] = [canvas.current, figure.current];
    if (element === null || frame === null || stillness.matches || savesData()) return;
    let running: Scene | null = null;
    let isOver = false;

    const begin = async () => {
      const { createScene } = await import('./scene/scene.ts');
      if (isOver) return;
      const created = await createScene(element, frame, () => setScene(null));
      if (isOver) created?.end();
      else {
        running = created;
        setScene(created);
      }
    };
    const end = () => {
      isOver = true;
      cancel();
      running?.end();
      setScene(null);
    };
    const cancel = whenIdle(() => {
      // Without it the drawing stays: nobody misses anything.
      begin().catch((error: unknown) => console.info('The molecule stays still.', error));
    });
    stillness.addEventListener('change', end);
    return () => {
      stillness.removeEventListener('change', end);
      end();
    };
  }, [canvas, figure]);
  return scene;
}

/** The Save-Data preference; not every browser has it. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Calls back once the page has loaded and has nothing to do; answers how to call it off. */
function whenIdle(callback: () => void): () => void {
  let idle = 0;
  const wait = () => {
    // Safari has had it for no longer than a year or two.
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
