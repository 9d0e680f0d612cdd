import { Geometry, Mesh, Program, Renderer, Transform } from 'ogl';
import { atoms, sticks } from './molecule.ts';
import type { Palette } from './palette.ts';
import type { Size } from './scene-messages.ts';
import { BALL_FRAGMENT, BALL_VERTEX, STICK_FRAGMENT, STICK_VERTEX } from './shaders.ts';
import { FIRST_POSE, FRAME, type Pose, rotationOf } from './view.ts';

export type Drawing = ReturnType<typeof createDrawing>;

const CORNERS = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]);

type Rows = readonly (readonly number[])[];

export function createDrawing(canvas: OffscreenCanvas) {
  const renderer = new Renderer({
    // OGL supports both kinds of canvas, its types only one.
    canvas: canvas as unknown as HTMLCanvasElement,
    alpha: true,
    premultipliedAlpha: true,
  });
  const { gl } = renderer;
  const pose = { value: rotationOf(FIRST_POSE) };
  const uniforms = { pixel: { value: 1 }, paper: { value: [1, 1, 1] }, pose };
  let scene = new Transform();

  /** Adds instances of a shape, each with its row of every attribute. */
  function addInstances(vertex: string, fragment: string, attributes: Record<string, Rows>): void {
    const geometry = new Geometry(gl, { corner: { data: CORNERS, size: 2 } });
    for (const [name, rows] of Object.entries(attributes)) {
      const data = new Float32Array(rows.flat());
      geometry.addAttribute(name, { data, size: data.length / rows.length, instanced: 1 });
    }
    const program = new Program(gl, { vertex, fragment, uniforms, cullFace: false });
    program.setBlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const mesh = new Mesh(gl, { geometry, program, mode: gl.TRIANGLE_STRIP, frustumCulled: false });
    mesh.setParent(scene);
  }

  return {
    resize({ width, height, density }: Size) {
      renderer.dpr = density;
      renderer.setSize(width, height);
      uniforms.pixel.value = FRAME.width / (width * density);
    },
    recolour({ paper, inks }: Palette) {
      uniforms.paper.value = [...paper];
      scene = new Transform();
      addInstances(BALL_VERTEX, BALL_FRAGMENT, {
        ball: atoms.map(({ position, radius }) => [...position, radius]),
        body: atoms.map(({ element }) => inks[element].body),
        line: atoms.map(({ element }) => inks[element].line),
      });
      addInstances(STICK_VERTEX, STICK_FRAGMENT, {
        from: sticks.map(({ from, hidden }) => [...from, hidden[0]]),
        to: sticks.map(({ to, hidden }) => [...to, hidden[1]]),
        thickness: sticks.map(({ radius }) => [radius]),
        body: sticks.map(() => inks.C.body),
        line: sticks.map(() => inks.C.line),
      });
    },
    draw(next: Pose) {
      pose.value = rotationOf(next);
      renderer.render({ scene, sort: false });
    },
  };
}
