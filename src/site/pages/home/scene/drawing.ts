import { Geometry, Mesh, Program, Renderer, Transform } from 'ogl';
import { atoms, sticks } from './molecule.ts';
import type { Palette } from './palette.ts';
import type { Size } from './scene-messages.ts';
import { BALL_FRAGMENT, BALL_VERTEX, STICK_FRAGMENT, STICK_VERTEX } from './shaders.ts';
import { FRAME, type Pose, viewOf } from './view.ts';

export type Drawing = ReturnType<typeof createDrawing>;

const CORNERS = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]);

export function createDrawing(canvas: OffscreenCanvas) {
  const renderer = new Renderer({
    // OGL supports both kinds of canvas, its types only one.
    canvas: canvas as unknown as HTMLCanvasElement,
    alpha: true,
    premultipliedAlpha: true,
  });
  const { gl } = renderer;
  const pixel = { value: 1 };
  const paper = { value: [1, 1, 1] };
  const scene = new Transform();

  /** Adds instances of a shape, whose attributes have these sizes. Returns a function that sets those of one. */
  const addInstances = (
    [vertex, fragment]: readonly [string, string],
    count: number,
    sizes: Readonly<Record<string, number>>,
  ) => {
    const geometry = new Geometry(gl, { corner: { data: CORNERS, size: 2 } });
    for (const [name, size] of Object.entries(sizes)) {
      const data = new Float32Array(count * size);
      geometry.addAttribute(name, { data, size, usage: gl.DYNAMIC_DRAW, instanced: 1 });
    }
    const uniforms = { pixel, paper };
    const program = new Program(gl, { vertex, fragment, uniforms, cullFace: false });
    program.setBlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const mesh = new Mesh(gl, { geometry, program, mode: gl.TRIANGLE_STRIP, frustumCulled: false });
    mesh.setParent(scene);
    return (index: number, values: Readonly<Record<string, readonly number[]>>) => {
      for (const [name, value] of Object.entries(values)) {
        const attribute = geometry.attributes[name];
        attribute?.data?.set(value, index * value.length);
        if (attribute) attribute.needsUpdate = true;
      }
    };
  };
  const inks = { body: 3, line: 3 };
  const setBall = addInstances([BALL_VERTEX, BALL_FRAGMENT], atoms.length, { ball: 4, ...inks });
  const ends = { from: 4, to: 4, thickness: 1 };
  const setStick = addInstances([STICK_VERTEX, STICK_FRAGMENT], sticks.length, {
    ...ends,
    ...inks,
  });

  return {
    resize({ width, height, density }: Size) {
      renderer.dpr = density;
      renderer.setSize(width, height);
      pixel.value = FRAME.width / (width * density);
    },
    recolour(palette: Palette) {
      paper.value = [...palette.paper];
      atoms.forEach(({ element }, i) => {
        setBall(i, palette.inks[element]);
      });
      sticks.forEach(({ radius }, i) => {
        setStick(i, { thickness: [radius], ...palette.inks.C });
      });
    },
    draw(pose: Pose) {
      const view = viewOf(pose);
      atoms.forEach(({ position, radius }, i) => {
        const { x, y, z, scale } = view(position);
        setBall(i, { ball: [x, y, z, radius * scale] });
      });
      sticks.forEach(({ from, to, hidden }, i) => {
        const [a, b] = [view(from), view(to)];
        setStick(i, { from: [a.x, a.y, a.z, hidden[0]], to: [b.x, b.y, b.z, hidden[1]] });
      });
      renderer.render({ scene, sort: false });
    },
  };
}
