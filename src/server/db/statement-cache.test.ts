import SQLite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { createStatementCache } from './statement-cache.ts';

it('cached statements are prepared once, evicted when there are too many, and show columns that came after they were prepared', () => {
  const sqlite = new SQLite(':memory:');
  onTestFinished(() => void sqlite.close());
  sqlite.exec('create table elements (name text); insert into elements values (1), (2)');
  const prepare = createStatementCache(sqlite);
  const everything = 'select * from elements limit 1';
  expect(prepare(everything).all([])).toEqual([{ name: '1' }]);
  sqlite.exec('alter table elements add column mass integer default 12');
  expect(prepare(everything).all([])).toEqual([{ name: '1', mass: 12 }]);

  const [first, second] = [prepare('select 1'), prepare('select 2')];
  for (let i = 3; i <= 201; i += 1) {
    prepare('select 1');
    prepare(`select ${i}`);
  }
  // The least recently used go first.
  expect(prepare('select 1')).toBe(first);
  expect(prepare('select 2')).not.toBe(second);
});
