import { expect, it } from 'vitest';
import { CSV } from './attachments.ts';
import type { TestApp } from './make-app.ts';
import { makePng } from './pictures.ts';
import { readTable } from './read-table.ts';

// biome-ignore lint/suspicious/noExplicitAny: every answer is checked against the API's document
type Answer = any;
export type Known = Record<string, unknown>;

/**
 * A test for each story of a table: a row `= its name`, then its calls, each `METHOD path` below `/api`, the status, a
 * body (JSON, a form, `csv`, or a picture by its width: `png 30`), what the answer has, and pairs `name=path.to.value`, by
 * which later rows know values of the answer as `$name`, or as JSON as `"$name"`. What the answer has is JSON, in which "/…/" is a regular expression, or texts,
 * each after `~`, or after `!~` one that it has not. `MAILS` sends what is due, so many; `WAIT` passes minutes.
 */
export function tellStories(url: URL, begin: () => Promise<{ app: TestApp; known: Known }>): void {
  const stories: { name: string; rows: string[][] }[] = [];
  for (const row of readTable(url)) {
    const [call = ''] = row;
    if (call.startsWith('= ')) stories.push({ name: call.slice(2), rows: [] });
    else if (call !== '') stories.at(-1)?.rows.push(row);
  }
  it.each(stories)('$name', async ({ rows }) => {
    const { app, known } = await begin();
    for (const row of rows) await play(app, known, row);
    expect(app.errors).toEqual([]);
  });
}

/** @param readers what reads an answer by their names: `@name` in place of pairs */
export async function play(
  app: TestApp,
  known: Known,
  row: string[],
  readers: Record<string, (answer: Answer) => Known> = {},
): Promise<void> {
  const isObject = (name: string) => typeof known[name] === 'object';
  const cells = row.map((cell) =>
    cell
      .replace(/"\$(\w+)"/g, (all, name) => (isObject(name) ? JSON.stringify(known[name]) : all))
      .replace(/\$(\w+)/g, (all, name) => `${known[name] ?? all}`),
  );
  const [call = '', status = '', body = '', has = '', keep = ''] = cells;
  if (call === 'WAIT') return app.clock.advance(Number(status) * 60_000);
  const text = call === 'MAILS' ? JSON.stringify(await app.sendMails()) : await ask();
  if (call === 'MAILS') expect(JSON.parse(text), row.join(' ')).toHaveLength(Number(status));
  expectIn(text, has, row.join(' '));
  if (keep.startsWith('@')) Object.assign(known, readers[keep.slice(1)]?.(JSON.parse(text)));
  for (const [, name = '', place = ''] of keep.matchAll(/(\w+)=(\S+)/g)) {
    known[name] = place.split('.').reduce((value, key) => value[key], JSON.parse(text) as Answer);
  }

  async function ask(): Promise<string> {
    const [method = '', path = ''] = call.split(' ');
    const [sent, type] = await encode(body);
    const response = await app.send(method, `/api${path}`, {
      token: typeof known.token === 'string' ? known.token : null,
      headers: body === '' ? {} : { 'Content-Type': type },
      ...(body === '' ? {} : { body: sent }),
    });
    const answer = await response.text();
    expect([call, response.status, answer]).toEqual([call, Number(status), answer]);
    return answer;
  }
}

async function encode(body: string): Promise<[string | Uint8Array<ArrayBuffer>, string]> {
  const [, width] = /^png (\d+)$/.exec(body) ?? [];
  if (width) return [new Uint8Array(await makePng({ width: Number(width) })), 'image/png'];
  if (body === 'csv') return [CSV, 'application/octet-stream'];
  return [body, `application/${body.includes('{') ? 'json' : 'x-www-form-urlencoded'}`];
}

function expectIn(answer: string, has: string, row: string): void {
  if (has === '') return;
  if (!/^!?~/.test(has)) {
    const expected = JSON.parse(has, (_, value) => {
      const [, pattern] = typeof value === 'string' ? (/^\/(.+)\/$/s.exec(value) ?? []) : [];
      return pattern === undefined ? value : expect.stringMatching(new RegExp(pattern));
    });
    expect(JSON.parse(answer), row).toMatchObject(expected);
    return;
  }
  for (const [, no, text = ''] of has.matchAll(/(!?)~([^~!]+)/g)) {
    expect([text, answer.includes(text)], row).toEqual([text, no === '']);
  }
}
