import { expect, test, vi } from 'vitest';
import { createRefresher } from './use-preview.ts';

test('a burst of keys sends one request, one is under way at a time, then the latest text is sent, and an answer after the end changes nothing', async () => {
  vi.useFakeTimers();
  let text = '';
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const shown: string[] = [];
  const refresher = createRefresher(async () => {
    const content = text;
    asked.push(content);
    await new Promise<void>((resolve) => answers.push(resolve));
    return () => void shown.push(content);
  });
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const type = async (value: string, ms = 300) => {
    text = value;
    refresher.refreshAfter(300);
    await wait(ms);
  };
  const answer = async () => {
    answers.shift()?.();
    await wait(0);
  };
  for (const value of ['x', 'xy', 'a']) await type(value, 299);
  expect(asked).toEqual([]);
  await wait(1);
  for (const value of ['ab', 'abc']) await type(value);
  expect(asked).toEqual(['a']);
  await answer();
  expect(asked).toEqual(['a', 'abc']);
  await answer();
  expect(shown).toEqual(['a', 'abc']);
  await type('abcd');
  refresher.stop();
  await answer();
  expect([asked, shown]).toEqual([
    ['a', 'abc', 'abcd'],
    ['a', 'abc'],
  ]);
  vi.useRealTimers();
});
