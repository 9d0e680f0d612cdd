/** The field that says when the form was made. */
export const SHOWN = 'shown';

/** Nobody finds the form and fills it in sooner. */
const QUICKEST_MS = 1_000;

/**
 * Whether a form that a browser posted by itself was filled in faster than a person can, or does not
 * say when it was made. Where scripts run nothing is measured: a program that runs them can wait.
 *
 * @param now ISO 8601
 */
export function wasHurried(form: FormData, now: string): boolean {
  const shown = form.get(SHOWN);
  const took = Date.parse(now) - Date.parse(typeof shown === 'string' ? shown : '');
  return Number.isNaN(took) || took < QUICKEST_MS;
}
