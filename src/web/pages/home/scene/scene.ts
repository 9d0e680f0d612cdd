import { trustedScriptUrl } from '../../../ui/trusted-types.ts';
import type { Order, Report, Size } from './orders.ts';
import { currentPalette } from './palette.ts';
import workerFile from './scene-worker.ts?worker&url';

/** A scene on a canvas, standing still at first. */
export interface Scene {
  play: () => void;
  pause: () => void;
  /** Ends it and gives back what it holds. */
  end: () => void;
}

/** More pixels than this in each one of the page's are not seen. */
const MOST_DENSE = 2;

/**
 * Sets the molecule up on a canvas that fills a frame, in the pose of its poster.
 *
 * @param onFailure called when the machine is too slow or loses the drawing; the scene has ended then
 * @returns null where there is no WebGL 2, or none for threads
 */
export async function createScene(
  canvas: HTMLCanvasElement,
  frame: HTMLElement,
  onFailure: () => void,
): Promise<Scene | null> {
  if (!('transferControlToOffscreen' in canvas)) return null;
  const worker = new Worker(trustedScriptUrl(workerFile), { type: 'module' });
  const ended = new AbortController();
  const { signal } = ended;
  const tell = (order: Order, transfer: Transferable[] = []) => worker.postMessage(order, transfer);
  const size = (): Size => ({
    width: frame.clientWidth,
    height: frame.clientHeight,
    density: Math.min(devicePixelRatio, MOST_DENSE),
  });

  function end() {
    if (signal.aborted) return;
    ended.abort();
    sizes.disconnect();
    themes.disconnect();
    worker.terminate();
  }

  const recolour = () => tell({ kind: 'recolour', palette: currentPalette(document.body) });
  const sizes = new ResizeObserver(() => tell({ kind: 'resize', size: size() }));
  const themes = new MutationObserver(recolour);

  const first = await new Promise<Report>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => resolve(data));
    worker.addEventListener('error', () => resolve('failed'));
    const offscreen = canvas.transferControlToOffscreen();
    const palette = currentPalette(document.body);
    tell({ kind: 'begin', canvas: offscreen, size: size(), palette }, [offscreen]);
  });
  if (first === 'failed') {
    end();
    return null;
  }

  worker.addEventListener('message', () => {
    end();
    onFailure();
  });
  sizes.observe(frame);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour, { signal });
  // A finger scrolls the page; only a pointer that hovers is followed.
  addEventListener(
    'pointermove',
    ({ pointerType, clientX, clientY }) => {
      if (pointerType !== 'mouse') return;
      const [x, y] = [(clientX / innerWidth) * 2 - 1, (clientY / innerHeight) * 2 - 1];
      tell({ kind: 'point', x, y });
    },
    { signal, passive: true },
  );
  return { play: () => tell({ kind: 'play' }), pause: () => tell({ kind: 'pause' }), end };
}
