import { describe, expect, it } from 'vitest';
import { readTable } from '../../test/read-table.ts';
import { createLog, describeError } from './log.ts';

const SECRETS = [
  'reader@people.test',
  'hunter2',
  'Dear doctor',
  'kJ8sYq0ZbX3mVw1LrT5uNc7hPd9eFgAa',
];

const MESSAGES = readTable(new URL('messages.tsv', import.meta.url));

/** Errors as drivers and parsers throw them, with a secret in each. */
function errors(): Error[] {
  const parsing = (text: string) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return error as Error;
    }
  };
  return [
    Object.assign(new Error('duplicate key value violates unique constraint "subscribers_email"'), {
      code: '23505',
      detail: 'Key (email)=(reader@people.test) already exists.',
      parameters: ['hunter2'],
      where: 'Dear doctor',
      constraint: 'subscribers_email',
      table: 'subscribers',
    }),
    ...MESSAGES.map(([message]) => new Error(message)),
    parsing('{"password": hunter2}'),
    parsing('"Dear doctor'),
    new AggregateError([new Error('"hunter2"')], 'two', { cause: new Error('“Dear doctor”') }),
  ];
}

describe('an error in the log', () => {
  it('is nothing that people have written, and no secret', () => {
    for (const error of errors()) {
      const line = JSON.stringify(describeError(error));
      for (const secret of SECRETS)
        expect([secret, line.includes(secret)]).toEqual([secret, false]);
    }
    expect(describeError('hunter2')).toEqual({ type: 'string' });
  });

  it('is enough to find it: kind, code, names of the schema, and where', () => {
    const [driver, , ,] = errors();
    expect(describeError(driver)).toMatchObject({
      type: 'Error',
      message: 'duplicate key value violates unique constraint "subscribers_email"',
      code: '23505',
      constraint: 'subscribers_email',
      table: 'subscribers',
      stack: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
    });
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
      code: 'ECONNREFUSED',
    });
    expect(describeError(new TypeError('Not now', { cause }))).toMatchObject({
      type: 'TypeError',
      cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' },
    });
    const missing = new TypeError("Cannot read properties of undefined (reading 'slug')");
    expect(describeError(missing).message).toBe(
      'Cannot read properties of undefined (reading "slug")',
    );
  });
});

it('the log is one JSON object per line, with errors redacted', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.error({ err: errors()[0], request: 'abc' }, 'A request failed');
  log.debug('not said');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    msg: 'A request failed',
    request: 'abc',
    err: { code: '23505' },
  });
});
