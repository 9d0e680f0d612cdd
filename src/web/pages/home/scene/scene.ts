import { drawingOf } from './drawing.ts';
import { ballsAndSticks } from './model.ts';
import { parseMolecule } from './molecule.ts';
import { osimertinib } from './osimertinib.ts';
import { currentPalette } from './palette.ts';
import { FIRST_POSE } from './view.ts';

/** A scene on a canvas, standing still at first. */
export interface Scene {
  play: () => void;
  pause: () => void;
  /** Ends it and gives back what it holds. */
  end: () => void;
}

/** Radians a second: once around in three quarters of a minute. */
const SPEED = (2 * Math.PI) / 45;
/** How far the molecule turns towards the pointer at the window's edge, in radians. */
const REACH = { yaw: 0.45, pitch: 0.3 };
/** The share of the way to the pointer that is left after a second. */
const LAG = 0.06;
/** Thirty frames a second are enough for a slow turn, and half the work. */
const FRAME_MS = 1000 / 30 - 4;
/** More pixels than this in each one of the page's are not seen. */
const MOST_DENSE = 2;
/** A machine that has so long between frames, so many times in a row, is left in peace. */
const SLOW_MS = 100;
const SLOW_FRAMES = 30;

/**
 * Sets the molecule up on a canvas that fills a frame, in the pose of its poster.
 *
 * @param onFailure called when the machine is too slow or loses the drawing; the scene has ended then
 * @returns null where there is no WebGL 2
 */
export async function createScene(
  canvas: HTMLCanvasElement,
  frame: HTMLElement,
  onFailure: () => void,
): Promise<Scene | null> {
  // The library asks again and gets the same; a browser without it is not asked in other ways.
  if (canvas.getContext('webgl2', { alpha: true, antialias: false }) === null) return null;
  const drawing = await drawingOf(ballsAndSticks(parseMolecule(osimertinib)), canvas);
  const ended = new AbortController();
  const { signal } = ended;
  const pose = { ...FIRST_POSE };
  const aim = { yaw: 0, pitch: 0 };
  let request = 0;
  let last = 0;
  let slow = 0;

  function recolour() {
    drawing.recolour(currentPalette(document.body));
    drawing.draw(pose);
  }

  function resize() {
    drawing.resize(frame.clientWidth, frame.clientHeight, Math.min(devicePixelRatio, MOST_DENSE));
    drawing.draw(pose);
  }

  function step(now: number) {
    request = requestAnimationFrame(step);
    const passed = now - last;
    if (passed < FRAME_MS) return;
    last = now;
    // What a pause leaves out is not made up for.
    const seconds = Math.min(passed, 100) / 1000;
    pose.turn = (pose.turn + SPEED * seconds) % (2 * Math.PI);
    const left = LAG ** seconds;
    pose.yaw = aim.yaw + (pose.yaw - aim.yaw) * left;
    pose.pitch = aim.pitch + (pose.pitch - aim.pitch) * left;
    drawing.draw(pose);
    slow = passed > SLOW_MS ? slow + 1 : 0;
    if (slow > SLOW_FRAMES) fail();
  }

  function fail() {
    end();
    onFailure();
  }

  function play() {
    cancelAnimationFrame(request);
    last = performance.now();
    slow = 0;
    request = requestAnimationFrame(step);
  }

  function end() {
    cancelAnimationFrame(request);
    if (signal.aborted) return;
    ended.abort();
    sizes.disconnect();
    themes.disconnect();
    drawing.free();
  }

  const sizes = new ResizeObserver(resize);
  sizes.observe(frame);
  const themes = new MutationObserver(recolour);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour, { signal });
  canvas.addEventListener('webglcontextlost', fail, { signal });
  // A finger scrolls the page; only a pointer that hovers is followed.
  addEventListener(
    'pointermove',
    ({ pointerType, clientX, clientY }) => {
      if (pointerType !== 'mouse') return;
      aim.yaw = ((clientX / innerWidth) * 2 - 1) * REACH.yaw;
      aim.pitch = ((clientY / innerHeight) * 2 - 1) * REACH.pitch;
    },
    { signal, passive: true },
  );

  resize();
  recolour();
  return { play, pause: () => cancelAnimationFrame(request), end };
}
