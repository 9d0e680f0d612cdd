/**
 * The tolerated difference between the clocks of two instances. Records that are dated further in the
 * future were written while a clock was wrong, and are rejected.
 */
export const CLOCK_SKEW_MS = 60_000;
