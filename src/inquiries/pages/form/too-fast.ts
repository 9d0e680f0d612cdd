import { SHOWN_FIELD } from '../../../ui/honeypots.tsx';

/** No person fills the form in faster. */
const MIN_FILL_IN_MS = 1_000;

/**
 * Returns true if a form posted without scripts was filled in faster than a person can, or has no valid
 * time of rendering. Forms sent by scripts are not timed: a bot that runs scripts can wait.
 *
 * @param now ISO 8601
 */
export function wasTooFast(form: FormData, now: string): boolean {
  const shown = form.get(SHOWN_FIELD);
  const took = Date.parse(now) - Date.parse(typeof shown === 'string' ? shown : '');
  return Number.isNaN(took) || took < MIN_FILL_IN_MS;
}
