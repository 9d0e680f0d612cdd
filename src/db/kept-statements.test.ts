import SQLite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepStatements } from './kept-statements.ts';

function openDatabase() {
  const sqlite = new SQLite(':memory:');
  onTestFinished(() => void sqlite.close());
  sqlite.exec('create table elements (name text); insert into elements values (1), (2)');
  return { sqlite, ...keepStatements(sqlite) };
}

describe('statements that are kept', () => {
  it('are compiled once', () => {
    const { prepare } = openDatabase();
    expect(prepare('select 1')).toBe(prepare('select 1'));
  });

  it('show columns that came after they were compiled', () => {
    const { sqlite, prepare } = openDatabase();
    const everything = 'select * from elements limit 1';
    expect(prepare(everything).all([])).toEqual([{ name: '1' }]);
    sqlite.exec('alter table elements add column mass integer default 12');
    expect(prepare(everything).all([])).toEqual([{ name: '1', mass: 12 }]);
  });

  it('run again while their rows are still being read', () => {
    const { prepare } = openDatabase();
    const all = 'select name from elements';
    const seen: unknown[] = [];
    for (const row of prepare(all).iterate([])) {
      seen.push(row);
      expect(prepare(all).all([])).toHaveLength(2);
    }
    expect(seen).toHaveLength(2);
  });

  it('are given up when there are too many, the least used first', () => {
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
