import { Vec3 } from 'ogl';

/** The direction towards the light, over the viewer's left shoulder. */
export const LIGHT = new Vec3(-0.5, 0.62, 0.68).normalize();

/** Lines on a ball are rings around the light at these angles, in radians, thicker towards the shadow. */
export const RINGS = { first: 0.62, step: 0.27, thin: 0.012, thick: 0.125 };

/** The angle from the light, in radians, beyond which a stick is solid shadow. */
export const STICK_SHADOW = 1.3;

/** Outline widths: of a ball as a share of its radius, of a stick in ångströms. */
export const BALL_OUTLINE = 0.1;
export const STICK_OUTLINE = 0.042;

/** Width of the blank margin around foreground objects, in ångströms. */
export const HALO = 0.1;

/** A halo covers objects at least this far behind, in ångströms: more than a bond's depth. */
export const HALO_DEPTH = 1.25;

/** Distant objects fade into the paper between these depths, up to this share. */
export const FOG = { near: 3.5, far: -7, max: 0.62 };
