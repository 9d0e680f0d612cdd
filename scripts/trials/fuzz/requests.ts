import { METHODS } from 'node:http';
import * as fc from 'fast-check';
import { bodyOf, JSON_TYPE } from './bodies.ts';
import type { ApiDocument, Operation } from './document.ts';
import { type Known, pathOf, queryOf } from './urls.ts';
import { allowedBy } from './values.ts';

/** The token of a request. */
export type Token = 'valid' | 'expired' | 'none' | 'broken';

export type FuzzRequest = {
  /** Null for a request that matches no operation of the document. */
  operation: Operation | null;
  method: string;
  /** The path below `/api`, with the query, as sent on the wire. */
  path: string;
  token: Token;
  headers: Record<string, string>;
  body: Buffer | null;
};

/** Makes mostly invalid requests for each operation of the document, and last requests of no operation. */
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

/** All methods of Node's parser, without those that `Request` forbids; GET and POST have operations. */
const STRAY_METHODS = METHODS.filter(
  (method) => !['CONNECT', 'GET', 'POST', 'TRACE'].includes(method),
);

function strayRequest(operations: readonly Operation[]): fc.Arbitrary<FuzzRequest> {
  const paths = [
    ...operations.map(({ template }) => template.replaceAll(/\{\w+\}/g, 'x')),
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
