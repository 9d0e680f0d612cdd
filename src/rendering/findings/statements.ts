import type { Finding } from '../../text/finding.ts';
import type { RenderedBody } from '../body.ts';

const LICENCE = /\blicen[cs]e|\bCC[ -](?:BY|0)\b|creative commons|all rights reserved/i;
const DATA =
  /\b(?:data|code)\b[^.\n]{0,60}\b(?:availab|deposited|on request|no new data)|no data\b|no new data/i;

/** Warns where a report of research says nothing of its licence, or of where its data are. */
export function findMissingStatements(
  content: string,
  { text }: Pick<RenderedBody, 'text'>,
): Finding[] {
  const line = content.split(/\r\n|\r|\n/).length;
  const missing = (code: string, message: string): Finding => ({
    line,
    code,
    severity: 'warning',
    message,
  });
  return [
    ...(LICENCE.test(text)
      ? []
      : [
          missing(
            'no-licence',
            'A research article should say under which licence it can be used.',
          ),
        ]),
    ...(DATA.test(text)
      ? []
      : [
          missing(
            'no-data-statement',
            'A research article should say where its data are available, or that there are none.',
          ),
        ]),
  ];
}
