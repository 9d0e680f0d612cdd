import * as fc from 'fast-check';
import type { ApiDocument, Operation } from './document.ts';
import { allowedBy, altered, hostileValue } from './values.ts';

/** A body, with the headers that say what it is. */
export type Sent = { headers: Record<string, string>; body: Buffer | null };

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The bodies that an operation is sent: allowed, altered, malformed, and of other types. */
export function bodyOf(document: ApiDocument, operation: Operation): fc.Arbitrary<Sent> {
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
