/**
 * How far the clocks of two instances may differ, in milliseconds. What says that it was issued further
 * in the future than this was issued while a clock was wrong, and is rejected.
 */
export const CLOCK_SKEW_MS = 60_000;
