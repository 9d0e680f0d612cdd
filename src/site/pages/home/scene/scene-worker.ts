import { createDrawing, type Drawing } from './drawing.ts';
import type { SceneCommand, SceneEvent } from './scene-messages.ts';
import { FIRST_POSE } from './view.ts';

/** The scene runs in a worker: setting up WebGL blocks some machines for 100 ms and more. */

/** Radians per second: one rotation in 45 seconds. */
const SPEED = (2 * Math.PI) / 45;
/** The rotation towards a pointer at the window's edge, in radians. */
const MAX_TILT = { yaw: 0.45, pitch: 0.3 };
/** The share of the rotation to the pointer that remains after a second. */
const LAG = 0.06;
/** At most 30 frames per second: half the work, and enough for a slow rotation. */
const FRAME_MS = 1000 / 30 - 4;
/** The scene stops after this many consecutive frames slower than this. */
const SLOW_MS = 100;
const SLOW_FRAMES = 30;

const pose = { ...FIRST_POSE };
const aim = { ...FIRST_POSE };
let drawing: Drawing | null = null;
let request = 0;
let last = 0;
let slow = 0;

const report = (event: SceneEvent) => postMessage(event);

function fail() {
  cancelAnimationFrame(request);
  drawing = null;
  report('failed');
}

function start({ canvas, size, palette }: Extract<SceneCommand, { kind: 'start' }>) {
  // OGL gets this same context; without WebGL 2 it would fall back to WebGL 1.
  if (canvas.getContext('webgl2', { alpha: true, antialias: false }) === null) return fail();
  canvas.addEventListener('webglcontextlost', fail);
  drawing = createDrawing(canvas);
  drawing.resize(size);
  drawing.recolour(palette);
  drawing.draw(pose);
  // The canvas shows a frame once it is through: the second callback follows that of the first.
  requestAnimationFrame(() => requestAnimationFrame(() => report('ready')));
}

function step(now: number) {
  request = requestAnimationFrame(step);
  const elapsed = now - last;
  if (elapsed < FRAME_MS) return;
  last = now;
  // Time lost in a pause is skipped.
  const seconds = Math.min(elapsed, 100) / 1000;
  pose.turn = (pose.turn + SPEED * seconds) % (2 * Math.PI);
  const left = LAG ** seconds;
  pose.yaw = aim.yaw + (pose.yaw - aim.yaw) * left;
  pose.pitch = aim.pitch + (pose.pitch - aim.pitch) * left;
  drawing?.draw(pose);
  slow = elapsed > SLOW_MS ? slow + 1 : 0;
  if (slow > SLOW_FRAMES) fail();
}

function handleCommand(command: SceneCommand) {
  switch (command.kind) {
    case 'start':
      return start(command);
    case 'play':
      cancelAnimationFrame(request);
      last = performance.now();
      slow = 0;
      request = requestAnimationFrame(step);
      return;
    case 'pause':
      return cancelAnimationFrame(request);
    case 'resize':
      drawing?.resize(command.size);
      return drawing?.draw(pose);
    case 'recolour':
      drawing?.recolour(command.palette);
      return drawing?.draw(pose);
    case 'point':
      aim.yaw = FIRST_POSE.yaw + command.x * MAX_TILT.yaw;
      aim.pitch = FIRST_POSE.pitch + command.y * MAX_TILT.pitch;
  }
}

addEventListener('message', ({ data }: MessageEvent<SceneCommand>) => handleCommand(data));
