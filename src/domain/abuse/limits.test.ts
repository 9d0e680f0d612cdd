import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { createSigning } from '../signing.ts';
import { createLimits, type Limit } from './limits.ts';

const LIMIT: Limit = { name: 'test', times: 2, seconds: 600 };

describeEachEngine('limits', (makeDatabase, { engine }) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T09:00:00.000Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function makeLimits() {
    const db = await makeDatabase();
    const process = () => createLimits({ db, signing: createSigning(db) });
    return { db, process, limits: process() };
  }

  test('hold whoever comes too often, say until when, and nobody else', async () => {
    const { limits } = await makeLimits();
    const seven = await Promise.all(
      Array.from({ length: 7 }, () => limits.spend(LIMIT, 'a@site.test')),
    );
    expect(seven.filter((wait) => wait === null)).toHaveLength(2);
    expect(new Set(seven)).toEqual(new Set([null, 600]));
    expect(await limits.spend(LIMIT, 'b@site.test')).toBeNull();
    expect(await limits.spend({ ...LIMIT, name: 'other' }, 'a@site.test')).toBeNull();

    vi.advanceTimersByTime(599_001);
    expect(await limits.spend(LIMIT, 'a@site.test')).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(await limits.spend(LIMIT, 'a@site.test')).toBeNull();
  });

  test('tell how often somebody has come, without counting that', async () => {
    const { limits } = await makeLimits();
    expect(await limits.count(LIMIT, 'a@site.test')).toEqual({ times: 0, seconds: 0 });
    for (const _ of [1, 2, 3]) await limits.spend(LIMIT, 'a@site.test');
    vi.advanceTimersByTime(60_000);
    const counted = await limits.count(LIMIT, 'a@site.test');
    expect(counted).toEqual({ times: 3, seconds: 540 });
    expect(await limits.count(LIMIT, 'a@site.test')).toEqual(counted);
    expect(await limits.count(LIMIT, 'b@site.test')).toMatchObject({ times: 0 });
  });

  test('let somebody in again who is forgotten', async () => {
    const { limits } = await makeLimits();
    for (const wait of [null, null, 600]) {
      expect(await limits.spend(LIMIT, 'a@site.test')).toBe(wait);
    }
    await limits.reset(LIMIT, 'a@site.test');
    expect(await limits.spend(LIMIT, 'a@site.test')).toBeNull();
  });

  if (engine === 'postgres')
    test('count for all processes together, keep nobody by name, and are swept', async () => {
      const { db, process } = await makeLimits();
      const waits = [];
      for (let each = 0; each < 3; each++) {
        waits.push(await process().spend(LIMIT, 'a@site.test'));
      }
      expect(waits).toEqual([null, null, 600]);
      const rows = await db.query.selectFrom('limits').selectAll().execute();
      expect(rows).toMatchObject([
        { key: expect.stringMatching(/^test:[0-9a-f]{64}$/), points: 3 },
      ]);
      await process().forgetOver('2026-03-01T09:09:59.000Z');
      expect(await db.query.selectFrom('limits').select('key').execute()).toHaveLength(1);
      await process().forgetOver('2026-03-01T09:10:01.000Z');
      expect(await db.query.selectFrom('limits').select('key').execute()).toEqual([]);
    });
});
