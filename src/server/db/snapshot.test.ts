import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import type { Database } from './connect.ts';

const write = ({ query }: Database, name: string) =>
  query.insertInto('secrets').values({ name, value: '' }).execute();

const namesIn = async (query: Database['query']) =>
  (await query.selectFrom('secrets').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  );

describeEachEngine('a snapshot', (makeDatabase) => {
  it('is one moment of what is written on, and keeps no writer waiting', async () => {
    const db = await makeDatabase();
    await write(db, 'before');
    const read = await db.snapshot(async (query) => {
      const first = await namesIn(query);
      await write(db, 'meanwhile');
      return [first, await namesIn(query)];
    });
    expect(read).toEqual([['before'], ['before']]);
    expect(await db.snapshot(namesIn)).toEqual(['before', 'meanwhile']);
  });

  it('cannot be written to, and ends with an error of its reader', async () => {
    const db = await makeDatabase();
    await expect(db.snapshot((query) => write({ ...db, query }, 'in it'))).rejects.toThrow();
    await expect(db.snapshot(() => Promise.reject(new Error('Read no more')))).rejects.toThrow(
      'Read no more',
    );
    expect(await namesIn(db.query)).toEqual([]);
  });
});
