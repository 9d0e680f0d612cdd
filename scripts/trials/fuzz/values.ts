import * as fc from 'fast-check';
import { type ApiDocument, resolve, type Schema } from './document.ts';

/** Half a surrogate pair: valid in JSON, but no character. */
const LONE_SURROGATE = '\ud800';

/** Texts that have broken programs. */
const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  LONE_SURROGATE,
  `a${LONE_SURROGATE}b`,
  '\udfff\ud800',
  '\ufeff',
  '\u202eevil\u202c',
  '\u200b\u200d\u2060',
  'שלום مرحبا',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '\u0130\u0131\u1e9e\ufb03',
  '%00',
  '%',
  '%s%n%d',
  '_%\\_',
  "' or 1=1 --",
  '"); drop table posts; --',
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)>',
  'javascript:alert(1)',
  '../../../etc/passwd',
  'C:\\Windows',
  '\r\nSet-Cookie: a=b',
  '=cmd|calc!A1',
  '__proto__',
  'constructor',
  'NaN',
  'null',
  'undefined',
  '1e400',
  '-0',
  '9007199254740993',
  '0x10',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '0000-00-00',
  '00000000-0000-0000-0000-000000000000',
  'a@b',
  'a'.repeat(10_000),
  'é'.repeat(5_000),
  '"'.repeat(1_000),
  '\\'.repeat(1_000),
  '🧪'.repeat(3_000),
  '*'.repeat(3_000),
  '['.repeat(3_000),
  '> '.repeat(1_500),
  '- '.repeat(1_500),
  '`'.repeat(3_001),
  '<div>'.repeat(800),
  '&amp;'.repeat(1_000),
  '|'.repeat(2_000),
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
);

const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 1e21),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON, deep and unusual. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 3, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], { a: {} }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 10, max: 3_000 }).map(nested) },
  { weight: 1, arbitrary: fc.constantFrom(manyOf('x', 5_000), manyOf(null, 300), manyOf({}, 300)) },
);

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

function manyOf(value: unknown, count: number): unknown[] {
  return Array.from({ length: count }, () => value);
}

/** Values that a schema allows, often at its limits. */
export function allowedBy(document: ApiDocument, given: Schema): fc.Arbitrary<unknown> {
  const schema = resolve(document, given);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if ('const' in schema) return fc.constant(schema.const);
  for (const combination of ['anyOf', 'oneOf'] as const) {
    const choices = schema[combination];
    if (Array.isArray(choices)) {
      return fc.oneof(...(choices as Schema[]).map((choice) => allowedBy(document, choice)));
    }
  }
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  if (types.length === 0) return hostileValue;
  return fc.oneof(...types.map((type) => ofType(document, schema, type)));
}

function ofType(document: ApiDocument, schema: Schema, type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        min: numberIn(schema, 'minimum') ?? -1_000,
        max: Math.min(numberIn(schema, 'maximum') ?? 1_000, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'array':
      return fc.array(allowedBy(document, (schema.items as Schema | undefined) ?? {}), {
        maxLength: Math.min(numberIn(schema, 'maxItems') ?? 5, 5),
      });
    case 'object':
      return objectOf(document, schema);
    default:
      return textOf(schema);
  }
}

function objectOf(document: ApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0) return fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 });
  return fc.record(
    Object.fromEntries(properties.map(([name, each]) => [name, allowedBy(document, each)])),
    { requiredKeys: (schema.required ?? []) as string[] },
  );
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  switch (schema.format) {
    case 'uuid':
      return fc.uuid();
    case 'date-time':
      return fc
        .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    case 'date':
      return fc
        .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    case 'uri':
      return fc.webUrl();
  }
  const { pattern } = schema;
  if (typeof pattern === 'string') {
    // Unique, so that limits per email do not apply.
    if (pattern.includes('@')) return fc.uuid().map((id) => `${id}@fuzz.example`);
    return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  }
  const maxLength = numberIn(schema, 'maxLength') ?? 100;
  const minLength = numberIn(schema, 'minLength') ?? 0;
  const ordinary = fc.oneof(
    fc.string({ minLength: minLength, maxLength: Math.max(Math.min(maxLength, 60), minLength) }),
    fc.lorem({ maxCount: 8 }).map((words) => words.slice(0, maxLength)),
  );
  // The longest bodies occupy a processor for a while: only their limits are tried.
  const weight = maxLength > 100_000 ? 120 : 8;
  return fc.oneof(
    { weight, arbitrary: ordinary },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength + 1)) },
  );
}

function numberIn(schema: Schema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}

/** A value with one member added, removed or replaced. */
export function altered(value: unknown, pick: number, replacement: unknown): unknown {
  if (typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[pick % (keys.length + 1)];
  if (Array.isArray(value)) {
    return key === undefined ? [...value, replacement] : value.with(Number(key), replacement);
  }
  if (key === undefined) return { ...value, [`unknown-${pick % 7}`]: replacement };
  const { [key]: before, ...others } = value as Record<string, unknown>;
  switch (pick % 5) {
    case 0:
      return others;
    case 1:
      return { ...others, [key]: altered(before, Math.floor(pick / 5), replacement) };
    case 2:
      return { ...others, [key]: [before] };
    default:
      return { ...others, [key]: replacement };
  }
}
