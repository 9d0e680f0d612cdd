import { trustedScriptUrl } from '../../../../ui/trusted-types.ts';
import { currentPalette } from './palette.ts';
import type { SceneCommand, SceneEvent, Size } from './scene-messages.ts';
import workerFile from './scene-worker.ts?worker&url';

export interface Scene {
  play: () => void;
  pause: () => void;
}

type Life = {
  /** Terminates the worker and removes all listeners. */
  signal: AbortSignal;
  onFailure: () => void;
};

/** The maximum of device pixels per CSS pixel: more are not visible. */
const MAX_DENSITY = 2;

/**
 * Draws the molecule on a canvas that fills `frame`, in the pose of the static drawing.
 *
 * @returns null without WebGL 2 or `OffscreenCanvas`, and when the signal has aborted
 */
export async function createScene(
  canvas: HTMLCanvasElement,
  frame: HTMLElement,
  { signal, onFailure }: Life,
): Promise<Scene | null> {
  if (!('transferControlToOffscreen' in canvas)) return null;
  const worker = new Worker(trustedScriptUrl(workerFile), { type: 'module' });
  const send = (command: SceneCommand, transfer: Transferable[] = []) =>
    worker.postMessage(command, transfer);
  const size = (): Size => ({
    width: frame.clientWidth,
    height: frame.clientHeight,
    density: Math.min(devicePixelRatio, MAX_DENSITY),
  });

  const recolour = () => send({ kind: 'recolour', palette: currentPalette(document.body) });
  const sizes = new ResizeObserver(() => send({ kind: 'resize', size: size() }));
  const themes = new MutationObserver(recolour);

  signal.addEventListener('abort', () => {
    sizes.disconnect();
    themes.disconnect();
    worker.terminate();
  });
  const first = await new Promise<SceneEvent>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<SceneEvent>) => resolve(data));
    worker.addEventListener('error', () => resolve('failed'));
    signal.addEventListener('abort', () => resolve('failed'));
    const offscreen = canvas.transferControlToOffscreen();
    const palette = currentPalette(document.body);
    send({ kind: 'start', canvas: offscreen, size: size(), palette }, [offscreen]);
  });
  if (first === 'failed') {
    onFailure();
    return null;
  }

  worker.addEventListener('message', onFailure);
  sizes.observe(frame);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour, { signal });
  // Touch scrolls the page: the molecule follows the mouse only.
  addEventListener(
    'pointermove',
    ({ pointerType, clientX, clientY }) => {
      if (pointerType !== 'mouse') return;
      const [x, y] = [(clientX / innerWidth) * 2 - 1, (clientY / innerHeight) * 2 - 1];
      send({ kind: 'point', x, y });
    },
    { signal, passive: true },
  );
  return { play: () => send({ kind: 'play' }), pause: () => send({ kind: 'pause' }) };
}
