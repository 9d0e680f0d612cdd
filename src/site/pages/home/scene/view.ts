import { Mat3, Quat, Vec3 } from 'ogl';

/** The visible section of the plane through the molecule's centre, in ångströms. */
export const FRAME = { width: 17, height: 17 };

/** The distance of the camera from the molecule's centre, in ångströms. */
export const CAMERA_DISTANCE = 36;

/** The axis of rotation: the molecule's long axis, in the plane of the picture. */
const SLOPE = 0.9;
const AXIS = new Vec3(Math.cos(SLOPE), Math.sin(SLOPE), 0);

export interface Pose {
  /** Angles in radians: about the molecule's long axis, then about the picture's y and x. */
  turn: number;
  yaw: number;
  pitch: number;
}

/** The pose of the static drawing: no atom hides another. */
export const FIRST_POSE: Pose = { turn: -0.1, yaw: -0.4, pitch: 0.25 };

export function rotationOf({ turn, yaw, pitch }: Pose): Mat3 {
  const turned = new Quat().fromAxisAngle(AXIS, turn);
  return new Mat3().fromQuaternion(new Quat().rotateX(pitch).rotateY(yaw).multiply(turned));
}
