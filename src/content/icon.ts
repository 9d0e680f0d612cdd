/** Lucide icons that content refers to. */
export type IconName =
  | 'activity'
  | 'brain'
  | 'clock'
  | 'dna'
  | 'file-check'
  | 'flask-conical'
  | 'graduation-cap'
  | 'hexagon'
  | 'laptop'
  | 'layers'
  | 'lock'
  | 'refresh-cw'
  | 'ribbon'
  | 'target'
  | 'test-tube'
  | 'trending-up'
  | 'waypoints';
