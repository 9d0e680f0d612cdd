import SQLite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createStatementCache } from './statement-cache.ts';

function openDatabase() {
  const sqlite = new SQLite(':memory:');
  onTestFinished(() => void sqlite.close());
  sqlite.exec('create table elements (name text); insert into elements values (1), (2)');
  return { sqlite, prepare: createStatementCache(sqlite) };
}

describe('cached statements', () => {
  it('are prepared once', () => {
    const { prepare } = openDatabase();
    expect(prepare('select 1')).toBe(prepare('select 1'));
  });

  it('show columns that came after they were prepared', () => {
    const { sqlite, prepare } = openDatabase();
    const everything = 'select * from elements limit 1';
    expect(prepare(everything).all([])).toEqual([{ name: '1' }]);
    sqlite.exec('alter table elements add column mass integer default 12');
    expect(prepare(everything).all([])).toEqual([{ name: '1', mass: 12 }]);
  });

  it('are evicted when there are too many, the least recently used first', () => {
    const { prepare } = openDatabase();
    const first = prepare('select 1');
    const second = prepare('select 2');
    for (let i = 3; i <= 201; i += 1) {
      prepare('select 1');
      prepare(`select ${i}`);
    }
    expect(prepare('select 1')).toBe(first);
    expect(prepare('select 2')).not.toBe(second);
  });
});
