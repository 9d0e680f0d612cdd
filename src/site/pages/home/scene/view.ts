import type { Vec3 } from 'ogl';

/** The visible section of the plane through the molecule's centre, in ångströms. */
export const FRAME = { width: 17, height: 17 };

/** The distance of the camera from the molecule's centre, in ångströms. */
export const CAMERA_DISTANCE = 36;

/** The axis of rotation: the molecule's long axis. */
const SLOPE = 0.9;
const AXIS = { x: Math.cos(SLOPE), y: Math.sin(SLOPE) };

export interface Pose {
  /** Angles in radians: about the molecule's long axis, then about the picture's y and x. */
  turn: number;
  yaw: number;
  pitch: number;
}

/** The pose of the static drawing: no atom hides another. */
export const FIRST_POSE: Pose = { turn: -0.1, yaw: -0.4, pitch: 0.25 };

export interface Projected {
  /** The plane goes through the molecule's centre: x to the right, y upward. */
  x: number;
  y: number;
  /** Towards the viewer, without perspective. */
  z: number;
  /** The magnification by perspective; 1 at the centre. */
  scale: number;
}

export function viewOf({ turn, yaw, pitch }: Pose): (point: Vec3) => Projected {
  const [ct, st] = [Math.cos(turn), Math.sin(turn)];
  const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  const { x: ax, y: ay } = AXIS;
  return ({ x, y, z }) => {
    // Rodrigues' formula for an axis in the plane of the picture.
    const along = (ax * x + ay * y) * (1 - ct);
    const x1 = x * ct + ay * z * st + ax * along;
    const y1 = y * ct - ax * z * st + ay * along;
    const z1 = z * ct + (ax * y - ay * x) * st;
    const x2 = cy * x1 + sy * z1;
    const z2 = cy * z1 - sy * x1;
    const y3 = cp * y1 - sp * z2;
    const z3 = cp * z2 + sp * y1;
    const scale = CAMERA_DISTANCE / (CAMERA_DISTANCE - z3);
    return { x: x2 * scale, y: y3 * scale, z: z3, scale };
  };
}
