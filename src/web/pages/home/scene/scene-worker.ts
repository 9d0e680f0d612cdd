import { type Drawing, drawingOf } from './drawing.ts';
import { ballsAndSticks } from './model.ts';
import { parseMolecule } from './molecule.ts';
import type { Order, Report } from './orders.ts';
import { osimertinib } from './osimertinib.ts';
import { FIRST_POSE } from './view.ts';

/**
 * The scene, in a thread of its own: setting up WebGL takes a tenth of a second and more on some
 * machines, in which the page would not answer.
 */

/** Radians a second: once around in three quarters of a minute. */
const SPEED = (2 * Math.PI) / 45;
/** How far the molecule turns towards the pointer at the window's edge, in radians. */
const REACH = { yaw: 0.45, pitch: 0.3 };
/** The share of the way to the pointer that is left after a second. */
const LAG = 0.06;
/** Thirty frames a second are enough for a slow turn, and half the work. */
const FRAME_MS = 1000 / 30 - 4;
/** A machine that has so long between frames, so many times in a row, is left in peace. */
const SLOW_MS = 100;
const SLOW_FRAMES = 30;

const pose = { ...FIRST_POSE };
const aim = { yaw: 0, pitch: 0 };
let drawing: Drawing | null = null;
let request = 0;
let last = 0;
let slow = 0;

const report = (news: Report) => postMessage(news);

function fail() {
  cancelAnimationFrame(request);
  drawing = null;
  report('failed');
}

function begin({ canvas, size, palette }: Extract<Order, { kind: 'begin' }>) {
  // The library asks again and gets the same; a browser without it is not asked in other ways.
  if (canvas.getContext('webgl2', { alpha: true, antialias: false }) === null) return fail();
  canvas.addEventListener('webglcontextlost', fail);
  drawing = drawingOf(ballsAndSticks(parseMolecule(osimertinib)), canvas);
  drawing.resize(size);
  drawing.recolour(palette);
  drawing.draw(pose);
  report('ready');
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
  drawing?.draw(pose);
  slow = passed > SLOW_MS ? slow + 1 : 0;
  if (slow > SLOW_FRAMES) fail();
}

function obey(order: Order) {
  switch (order.kind) {
    case 'begin':
      return begin(order);
    case 'play':
      cancelAnimationFrame(request);
      last = performance.now();
      slow = 0;
      request = requestAnimationFrame(step);
      return;
    case 'pause':
      return cancelAnimationFrame(request);
    case 'resize':
      drawing?.resize(order.size);
      return drawing?.draw(pose);
    case 'recolour':
      drawing?.recolour(order.palette);
      return drawing?.draw(pose);
    case 'point':
      aim.yaw = order.x * REACH.yaw;
      aim.pitch = order.y * REACH.pitch;
  }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => obey(data));
