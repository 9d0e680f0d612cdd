import { METHODS } from 'node:http';
import * as fc from 'fast-check';
import type { ApiDocument, Operation, Parameter } from './document.ts';
import { allowedBy, altered, hostileText, hostileValue } from './values.ts';

/** The token of a request. */
export type Token = 'valid' | 'expired' | 'none' | 'broken';

export type FuzzRequest = {
  /** Null for a request that matches no operation of the document. */
  operation: Operation | null;
  method: string;
  /** Below `/api`, with the query, as sent on the wire. */
  path: string;
  token: Token;
  headers: Record<string, string>;
  body: Buffer | null;
};

/** Existing posts, so that some requests reach something. */
export type Known = { slugs: readonly string[]; ids: readonly string[] };

/** For each operation of the document, mostly invalid requests; last, requests of no operation. */
export function requestsFor(
  document: ApiDocument,
  operations: readonly Operation[],
  known: Known,
): fc.Arbitrary<FuzzRequest>[] {
  return [
    ...operations.map((operation) => requestFor(document, operation, known)),
    strayRequest(operations),
  ];
}

function requestFor(
  document: ApiDocument,
  operation: Operation,
  known: Known,
): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      path: pathOf(operation, known),
      query: queryOf(document, operation),
      token: tokenFor(operation),
      sent: bodyOf(document, operation),
      more: moreHeaders(document, operation),
    })
    .map(({ path, query, token, sent, more }) => ({
      operation,
      method: operation.method,
      path: query === '' ? path : `${path}?${query}`,
      token,
      headers: { ...more, ...sent.headers },
      body: sent.body,
    }));
}

function tokenFor({ takesToken }: Operation): fc.Arbitrary<Token> {
  const others = fc.constantFrom<Token>('none', 'expired', 'broken');
  if (!takesToken) return fc.constantFrom<Token>('none', 'none', 'none', 'valid', 'broken');
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<Token>('valid') },
    { weight: 1, arbitrary: others },
  );
}

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

function pathOf({ template }: Operation, { slugs, ids }: Known): fc.Arbitrary<string> {
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

function queryOf(document: ApiDocument, operation: Operation): fc.Arbitrary<string> {
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

function moreHeaders(document: ApiDocument, operation: Operation) {
  const stated = (operation.parameters ?? [])
    .filter((one) => one.in === 'header')
    .map(({ name, schema }) =>
      fc
        .option(fc.oneof(allowedBy(document, schema), fc.constantFrom('x', '', 'é', '%00')))
        .map((value) => (value === null ? {} : { [name]: String(value) })),
    );
  const odd = fc.constantFrom<Record<string, string>>(
    {},
    {},
    {},
    {},
    { Accept: 'text/html' },
    { Accept: '*/*;q=nonsense' },
    { 'Accept-Encoding': 'br, gzip;q=0, *' },
    { 'Accept-Encoding': 'x'.repeat(500) },
    { Cookie: 'a=b; __proto__=c' },
    { 'If-None-Match': '*' },
    { Range: 'bytes=0-0, 5-' },
    { Origin: 'null' },
    { 'X-Forwarded-Host': 'evil.example' },
    { 'X-HTTP-Method-Override': 'DELETE' },
    { 'User-Agent': 'é'.repeat(400) },
  );
  return fc
    .tuple(odd, ...stated)
    .map((parts): Record<string, string> => Object.assign({}, ...parts));
}

type Sent = { headers: Record<string, string>; body: Buffer | null };

const JSON_TYPE = { 'Content-Type': 'application/json' };

function bodyOf(document: ApiDocument, operation: Operation): fc.Arbitrary<Sent> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema !== undefined) return jsonBodyOf(allowedBy(document, schema));
  if (operation.requestBody !== undefined) return fileBody;
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant({ headers: {}, body: null }) },
    { weight: 1, arbitrary: jsonBodyOf(fc.constant({})) },
  );
}

function jsonBodyOf(allowed: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> {
  const wrong = fc
    .tuple(allowed, fc.nat(), hostileValue)
    .map(([value, pick, replacement]) => altered(value, pick, replacement));
  const twiceWrong = fc
    .tuple(wrong, fc.nat(), hostileValue)
    .map(([value, pick, replacement]) => altered(value, pick, replacement));
  const json = (values: fc.Arbitrary<unknown>) =>
    values.map((value) => ({ headers: JSON_TYPE, body: Buffer.from(JSON.stringify(value)) }));
  return fc.oneof(
    { weight: 6, arbitrary: json(allowed) },
    { weight: 8, arbitrary: json(wrong) },
    { weight: 3, arbitrary: json(twiceWrong) },
    { weight: 1, arbitrary: json(hostileValue) },
    { weight: 3, arbitrary: brokenJson(allowed) },
    { weight: 1, arbitrary: otherType(allowed) },
  );
}

/** Malformed JSON, and JSON that no serializer writes. */
function brokenJson(allowed: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> {
  const text = allowed.map((value) => JSON.stringify(value));
  const spoiled = fc.tuple(text, fc.nat({ max: 11 })).map(([json, way]): Buffer => {
    const inner = json.slice(1, -1);
    const members = inner === '' ? '' : `,${inner}`;
    switch (way) {
      case 0:
        return Buffer.from(json.slice(0, Math.floor(json.length / 2)));
      case 1:
        return Buffer.from(`\ufeff${json}`);
      case 2:
        return Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.of(0xff, 0xfe, 0x7d)]);
      case 3:
        return Buffer.from(
          `{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}${members}}`,
        );
      case 4:
        return Buffer.from(`{${inner}${members}}`);
      case 5:
        return Buffer.from(json.replaceAll(/\d+/g, '1e400'));
      case 6:
        return Buffer.from(json.replaceAll(/"([^"]{3})/g, '"$1\\ud800'));
      case 7:
        return Buffer.from(`${json}${json}`);
      case 8:
        return Buffer.from(json.replaceAll('"', "'"));
      case 9:
        return Buffer.from(json, 'utf16le');
      case 10:
        return Buffer.from('['.repeat(30_000) + ']'.repeat(30_000));
      default:
        return Buffer.alloc(way, 0);
    }
  });
  const large = fc
    .constantFrom(64 * 1024 - 2, 64 * 1024, 65 * 1024, 2 * 1024 * 1024 + 1)
    .map((bytes) => Buffer.from(`{"x":"${'y'.repeat(bytes - 8)}"}`));
  return fc
    .oneof({ weight: 12, arbitrary: spoiled }, { weight: 1, arbitrary: large })
    .map((body) => ({ headers: JSON_TYPE, body }));
}

function otherType(allowed: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> {
  const headers = fc.constantFrom<Record<string, string>>(
    {},
    { 'Content-Type': '' },
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    { 'Content-Type': 'multipart/form-data; boundary=x' },
    { 'Content-Type': 'application/json; charset=utf-16' },
    { 'Content-Type': 'application/json, text/html' },
    { 'Content-Type': 'APPLICATION/JSON;;;' },
    { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    { 'Content-Type': 'application/json', 'Content-Encoding': 'identity' },
  );
  return fc
    .tuple(headers, allowed)
    .map(([each, value]) => ({ headers: each, body: Buffer.from(JSON.stringify(value)) }));
}

/** File signatures of pictures and other formats. */
const SIGNATURES = [
  '',
  '89504e470d0a1a0a0000000d49484452',
  'ffd8ffe000104a464946',
  '474946383961ffffffff',
  '52494646ffffffff57454250',
  '0000002066747970617669660000',
  '3c73766720786d6c6e73',
  '504b0304',
].map((hex) => Buffer.from(hex, 'hex'));

const fileBody: fc.Arbitrary<Sent> = fc
  .record({
    type: fc.constantFrom(
      'image/png',
      'application/octet-stream',
      'text/html',
      'application/json',
      '',
    ),
    signature: fc.oneof(
      { weight: 3, arbitrary: fc.constant(Buffer.alloc(0)) },
      { weight: 1, arbitrary: fc.constantFrom(...SIGNATURES) },
    ),
    rest: fc.uint8Array({ maxLength: 400 }),
  })
  .map(({ type, signature, rest }) => ({
    headers: { 'Content-Type': type },
    body: Buffer.concat([signature, rest]),
  }));

/** All methods of Node's parser, without those that `Request` forbids; GET and POST have operations. */
const STRAY_METHODS = METHODS.filter(
  (method) => !['CONNECT', 'GET', 'POST', 'TRACE'].includes(method),
);

function strayRequest(operations: readonly Operation[]): fc.Arbitrary<FuzzRequest> {
  const paths = [
    ...operations.map(({ template }) => template.replaceAll(/\{\w+\}/g, 'x')),
    ...[
      '',
      '/',
      '//',
      '/%00',
      '/%zz',
      '/nothing',
      '/blog',
      '/../admin',
      '/admin/',
      '/openapi.json/x',
    ],
  ];
  return fc
    .record({
      method: fc.constantFrom(...STRAY_METHODS),
      path: fc.constantFrom(...paths),
      token: fc.constantFrom<Token>('none', 'broken'),
      body: fc.constantFrom(null, Buffer.from('{}'), Buffer.alloc(100_000, ' ')),
    })
    .map(({ body, ...sent }) => ({
      ...sent,
      operation: null,
      headers: body === null ? {} : JSON_TYPE,
      body: sent.method === 'HEAD' ? null : body,
    }));
}
