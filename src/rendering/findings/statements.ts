import type { Finding } from '../../text/finding.ts';
import type { RenderedBody } from '../body.ts';

const LICENCE = /\blicen[cs]e|\bCC[ -](?:BY|0)\b|creative commons|all rights reserved/i;
const DATA =
  /\b(?:data|code)\b[^.\n]{0,60}\b(?:availab|deposited|on request|no new data)|no data\b|no new data/i;

type Stated = { license?: string | undefined; dataAvailability?: string | undefined };

/** Warns where a report of research says nothing of its licence, or of where its data are, in a field or in its text. */
export function findMissingStatements(
  { license = '', dataAvailability = '' }: Stated,
  { text }: Pick<RenderedBody, 'text'>,
): Finding[] {
  const missing = (field: keyof Stated, code: string, message: string): Finding => ({
    line: 1,
    field,
    code,
    severity: 'warning',
    message,
  });
  return [
    ...(license !== '' || LICENCE.test(text)
      ? []
      : [
          missing(
            'license',
            'no-licence',
            'A research article should say under which licence it can be used.',
          ),
        ]),
    ...(dataAvailability !== '' || DATA.test(text)
      ? []
      : [
          missing(
            'dataAvailability',
            'no-data-statement',
            'A research article should say where its data are available, or that there are none.',
          ),
        ]),
  ];
}
