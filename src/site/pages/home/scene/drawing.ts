import { Geometry, Mesh, Program, Renderer, Transform } from 'ogl';
import type { BallsAndSticks } from './model.ts';
import type { Palette } from './palette.ts';
import type { Size } from './scene-messages.ts';
import { BALL_FRAGMENT, BALL_VERTEX, STICK_FRAGMENT, STICK_VERTEX } from './shaders.ts';
import { FRAME, type Pose, viewOf } from './view.ts';

export interface Drawing {
  resize: (size: Size) => void;
  recolour: (palette: Palette) => void;
  draw: (pose: Pose) => void;
}

const CORNERS = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]);

/** Sets up the WebGL drawing of a model. */
export function createDrawing({ balls, sticks }: BallsAndSticks, canvas: OffscreenCanvas): Drawing {
  const renderer = new Renderer({
    // OGL supports both kinds of canvas, its types only one.
    canvas: canvas as unknown as HTMLCanvasElement,
    alpha: true,
    premultipliedAlpha: true,
  });
  const { gl } = renderer;
  const pixel = { value: 1 };
  const paper = { value: [1, 1, 1] };

  const ballData = new Float32Array(balls.length * 4);
  const ends = {
    from: new Float32Array(sticks.length * 4),
    to: new Float32Array(sticks.length * 4),
  };
  const inks = (count: number) => ({
    body: new Float32Array(count * 3),
    line: new Float32Array(count * 3),
  });
  const ballInks = inks(balls.length);
  const stickInks = inks(sticks.length);

  const instanced = (data: Float32Array, size: number, usage: number = gl.STATIC_DRAW) => ({
    data,
    size,
    usage,
    instanced: 1,
  });
  const moving = (data: Float32Array) => instanced(data, 4, gl.DYNAMIC_DRAW);
  const corner = { data: CORNERS, size: 2 };

  const meshOf = (
    vertex: string,
    fragment: string,
    attributes: ConstructorParameters<typeof Geometry>[1],
    colours: ReturnType<typeof inks>,
  ) => {
    const geometry = new Geometry(gl, {
      corner: { ...corner },
      ...attributes,
      body: instanced(colours.body, 3),
      line: instanced(colours.line, 3),
    });
    const uniforms = { pixel, paper };
    const program = new Program(gl, { vertex, fragment, uniforms, cullFace: false });
    program.setBlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    return new Mesh(gl, { geometry, program, mode: gl.TRIANGLE_STRIP, frustumCulled: false });
  };

  const ballMesh = meshOf(BALL_VERTEX, BALL_FRAGMENT, { ball: moving(ballData) }, ballInks);
  const thickness = new Float32Array(sticks.map(({ radius }) => radius));
  const stickMesh = meshOf(
    STICK_VERTEX,
    STICK_FRAGMENT,
    { from: moving(ends.from), to: moving(ends.to), thickness: instanced(thickness, 1) },
    stickInks,
  );
  const meshes = [ballMesh, stickMesh];
  const scene = new Transform();
  for (const mesh of meshes) mesh.setParent(scene);

  const changed = (mesh: Mesh, names: readonly string[]) => {
    for (const name of names) {
      const attribute = mesh.geometry.attributes[name];
      if (attribute !== undefined) attribute.needsUpdate = true;
    }
  };

  return {
    resize({ width, height, density }) {
      renderer.dpr = density;
      renderer.setSize(width, height);
      pixel.value = FRAME.width / (width * density);
    },
    recolour(palette) {
      paper.value = [...palette.paper];
      balls.forEach(({ element }, i) => {
        ballInks.body.set(palette.inks[element].body, i * 3);
        ballInks.line.set(palette.inks[element].line, i * 3);
      });
      sticks.forEach((_, i) => {
        stickInks.body.set(palette.inks.C.body, i * 3);
        stickInks.line.set(palette.inks.C.line, i * 3);
      });
      for (const mesh of meshes) changed(mesh, ['body', 'line']);
    },
    draw(pose) {
      const view = viewOf(pose);
      balls.forEach(({ centre, radius }, i) => {
        const { x, y, z, scale } = view(centre);
        ballData.set([x, y, z, radius * scale], i * 4);
      });
      sticks.forEach(({ ends: [from, to], hidden }, i) => {
        const [a, b] = [view(from), view(to)];
        ends.from.set([a.x, a.y, a.z, hidden[0]], i * 4);
        ends.to.set([b.x, b.y, b.z, hidden[1]], i * 4);
      });
      changed(ballMesh, ['ball']);
      changed(stickMesh, ['from', 'to']);
      renderer.render({ scene, sort: false });
    },
  };
}
