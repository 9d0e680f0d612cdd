/** Holds the instant at which a form was rendered. */
export const SHOWN_FIELD = 'shown';
