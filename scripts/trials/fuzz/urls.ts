import * as fc from 'fast-check';
import type { ApiDocument, Operation, Parameter } from './document.ts';
import { allowedBy, hostileText } from './values.ts';

/** Existing posts, so that some requests reach something. */
export type Known = { slugs: readonly string[]; ids: readonly string[] };

/** Already percent-encoded. */
const HOSTILE_SEGMENTS = [
  '%00',
  'a%00b',
  '%2f',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '%zz',
  '%',
  '%c0%ae',
  '%ff%fe',
  '%ed%a0%80',
  '%F0%9F%A7%AA',
  '%E2%80%AE',
  '.',
  '..',
  '...',
  ';',
  '-',
  '__proto__',
  'constructor',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  '00000000-0000-0000-0000-000000000000',
  "'%20or%201=1--",
  '%3Cscript%3E',
  '{slug}',
  ':slug',
  '*',
  'A'.repeat(300),
  'a'.repeat(4_000),
  '%F0%9F%A7%AA'.repeat(100),
];

/** The paths that an operation is sent, with hostile segments. */
export function pathOf({ template }: Operation, { slugs, ids }: Known): fc.Arbitrary<string> {
  const segments = template.split('/').map((part) => {
    if (!part.startsWith('{')) return fc.constant(part);
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...slugs, ...ids) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_SEGMENTS) },
      { weight: 1, arbitrary: hostileText.map(encoded) },
      { weight: 1, arbitrary: fc.nat({ max: 5 }).map(String) },
    );
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 3_000);
}

/** The queries that an operation is sent, with unknown parameters. */
export function queryOf(document: ApiDocument, operation: Operation): fc.Arbitrary<string> {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const known = parameters.map((parameter) => pairsOf(document, parameter));
  const unknown = fc.constantFrom(
    '',
    '',
    '',
    'x=1',
    '&&&',
    '=',
    '%zz=%zz',
    'a[b]=c',
    '__proto__=1',
  );
  return fc.tuple(...known, unknown).map((parts) => parts.filter((part) => part !== '').join('&'));
}

/** One parameter: absent, valid, invalid, empty, or twice. */
function pairsOf(document: ApiDocument, { name, schema, required }: Parameter) {
  const right = allowedBy(document, schema).map((value) => `${name}=${encoded(String(value))}`);
  const wrong = hostileText.map((text) => `${name}=${encoded(text)}`);
  const odd = fc.constantFrom(name, `${name}=`, `${name}=%00`, `${name}=%zz`, `${name}[]=1`);
  return fc.oneof(
    { weight: required === true ? 1 : 6, arbitrary: fc.constant('') },
    { weight: 6, arbitrary: right },
    { weight: 2, arbitrary: wrong },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.tuple(right, wrong).map((both) => both.join('&')) },
  );
}
