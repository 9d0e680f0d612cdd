import { Vec3 } from 'ogl';
import { CAMERA_DISTANCE, FRAME } from './view.ts';

/** The direction towards the light, over the viewer's left shoulder. */
const LIGHT = new Vec3(-0.5, 0.62, 0.68).normalize();

/** Lines on a ball are rings around the light at these angles, in radians, thicker towards the shadow. */
const RINGS = { first: 0.62, step: 0.27, thin: 0.012, thick: 0.125 };

/** The angle from the light, in radians, beyond which a stick is solid shadow. */
const STICK_SHADOW = 1.3;

/** Outline widths: of a ball as a share of its radius, of a stick in ångströms. */
const BALL_OUTLINE = 0.1;
const STICK_OUTLINE = 0.042;

/** Width of the blank margin around foreground objects, in ångströms. */
const HALO = 0.1;

/** A halo covers objects at least this far behind, in ångströms: more than a bond's depth. */
const HALO_DEPTH = 1.25;

/** Distant objects fade into the paper between these depths, up to this share. */
const FOG = { near: 3.5, far: -7, max: 0.62 };

const f = (value: number) => value.toFixed(5);

const HEAD = `#version 300 es
precision highp float;
const vec3 LIGHT = vec3(${[...LIGHT].map(f).join()});
float scaleAt(float z) { return ${f(CAMERA_DISTANCE)} / (${f(CAMERA_DISTANCE)} - z); }
vec4 place(vec2 position) {
  return vec4(position / vec2(${f(FRAME.width / 2)}, ${f(FRAME.height / 2)}), 0, 1);
}
float depthAt(float z) { return 0.5 - z / ${f(2 * CAMERA_DISTANCE)}; }
`;

const INKS = `
uniform float pixel;
uniform vec3 paper;
in vec3 bodyInk, lineInk;
in float haze;
out vec4 colour;

/** 1 where x is beyond the edge, with a transition of one pixel. */
float beyond(float edge, float x) { return clamp((x - edge) / pixel + 0.5, 0.0, 1.0); }

void paint(float line, float blank, float alpha) {
  vec3 ink = mix(mix(bodyInk, lineInk, line), paper, haze);
  colour = vec4(mix(ink, paper, blank), 1) * alpha;
}
`;

const VERTEX = `
uniform mat3 pose;
out vec3 bodyInk, lineInk;
out float haze;
void fade(float z) {
  bodyInk = body;
  lineInk = line;
  haze = clamp((${f(FOG.near)} - z) / ${f(FOG.near - FOG.far)}, 0.0, 1.0) * ${f(FOG.max)};
}
/** A point in the plane of the picture, its z without perspective, and its magnification. */
vec4 project(vec3 point) {
  vec3 turned = pose * point;
  float scale = scaleAt(turned.z);
  return vec4(turned.xy * scale, turned.z, scale);
}
`;

/** A ball as a billboard; each pixel computes its position on the sphere. */
export const BALL_VERTEX = `${HEAD}
in vec2 corner;
in vec4 ball;
in vec3 body, line;
out vec2 offset;
out float radius, depth, blank;
${VERTEX}
void main() {
  vec4 centre = project(ball.xyz);
  radius = ball.w * centre.w;
  depth = centre.z;
  blank = ${f(HALO)} * centre.w;
  offset = corner * (radius * ${f(1 + BALL_OUTLINE / 2)} + blank);
  fade(depth);
  gl_Position = place(centre.xy + offset);
}
`;

export const BALL_FRAGMENT = `${HEAD}${INKS}
in vec2 offset;
in float radius, depth, blank;

void main() {
  float far = length(offset);
  float inside = min(far / radius, 0.9999);
  vec3 normal = vec3(offset / max(far, 1e-5) * inside, sqrt(1.0 - inside * inside));
  float angle = acos(clamp(dot(normal, LIGHT), -1.0, 1.0));
  float ring = ${f(RINGS.first)} +
    ${f(RINGS.step)} * max(0.0, round((angle - ${f(RINGS.first)}) / ${f(RINGS.step)}));
  float swelling = clamp((ring - ${f(RINGS.first)}) / 1.7, 0.0, 1.0);
  float away = abs(angle - ring) - mix(${f(RINGS.thin)}, ${f(RINGS.thick)}, swelling);
  float rings = clamp(0.5 - away / max(fwidth(angle), 1e-4), 0.0, 1.0);

  float outline = radius * ${f(BALL_OUTLINE / 2)};
  float rim = radius + outline;
  if (far > rim + blank) discard;
  float bare = beyond(rim, far);
  paint(max(rings, beyond(radius - outline, far)), bare, 1.0 - beyond(rim + blank - pixel, far));
  float z = depth + radius * normal.z;
  gl_FragDepth = depthAt(bare > 0.5 ? depth - ${f(HALO_DEPTH)} : z);
}
`;

/** A stick as a rectangle along its axis. */
export const STICK_VERTEX = `${HEAD}
in vec2 corner;
in vec4 from, to;
in float thickness;
in vec3 body, line;
out vec2 offset;
out vec4 axis;
out vec3 start;
out vec2 hidden;
out float radius, outline, blank;
${VERTEX}
void main() {
  vec3 end = project(to.xyz).xyz;
  start = project(from.xyz).xyz;
  vec3 along = end - start;
  float flatLength = max(length(along.xy), 1e-3);
  vec2 direction = along.xy / flatLength;
  float middle = (start.z + end.z) / 2.0;
  float scale = scaleAt(middle);
  radius = thickness * scale;
  outline = ${f(STICK_OUTLINE / 2)} * scale;
  blank = ${f(HALO)} * scale;
  axis = vec4(along / length(along), length(along));
  hidden = vec2(from.w, to.w);
  offset = vec2(
    mix(-radius, flatLength + radius, corner.x * 0.5 + 0.5),
    corner.y * (radius + outline + blank)
  );
  fade(middle);
  gl_Position = place(start.xy + direction * offset.x + vec2(-direction.y, direction.x) * offset.y);
}
`;

export const STICK_FRAGMENT = `${HEAD}${INKS}
in vec2 offset;
in vec4 axis;
in vec3 start;
in vec2 hidden;
in float radius, outline, blank;

void main() {
  float flatness = max(length(axis.xy), 0.05);
  vec2 direction = axis.xy / flatness;
  float far = abs(offset.y);
  float across = clamp(offset.y / radius, -1.0, 1.0);
  float towards = sqrt(1.0 - across * across);
  vec3 normal = vec3(
    across * vec2(-direction.y, direction.x) - towards * axis.z * direction,
    towards * flatness
  );
  float angle = acos(clamp(dot(normal, LIGHT), -1.0, 1.0));
  float shadow = clamp(0.5 + (angle - ${f(STICK_SHADOW)}) / max(fwidth(angle), 1e-4), 0.0, 1.0);

  // The position along the stick, and the distance from where it leaves its balls.
  float place = (offset.x + radius * towards * axis.z) / flatness;
  if (place < 0.0 || place > axis.w || far > radius + outline + blank) discard;
  float out_ = min(place - hidden.x, axis.w - hidden.y - place) * flatness;
  float seam = 1.0 - beyond(outline * 2.0, out_);

  float bare = beyond(radius + outline, far);
  float line = max(max(shadow, seam), beyond(radius - outline, far));
  paint(line, bare, 1.0 - beyond(radius + outline + blank - pixel, far));
  float z = start.z + place * axis.z;
  gl_FragDepth = depthAt(bare > 0.5 ? z - ${f(HALO_DEPTH)} : z + radius * towards * flatness);
}
`;
