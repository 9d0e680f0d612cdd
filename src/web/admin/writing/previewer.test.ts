import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BodyPreview } from '../../../domain/posts/preview.ts';
import type { Answer } from '../api.ts';
import { createPreviewer } from './previewer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function previewing(first = 'a') {
  let text = first;
  const asked: { content: string; answer: (answer: Answer<BodyPreview>) => Promise<void> }[] = [];
  const shown: (string | null)[] = [];
  const previewer = createPreviewer({
    read: () => text,
    render: (content) => {
      const { promise, resolve } = Promise.withResolvers<Answer<BodyPreview>>();
      const answer = async (value: Answer<BodyPreview>) => {
        resolve(value);
        await vi.advanceTimersByTimeAsync(0);
      };
      asked.push({ content, answer });
      return promise;
    },
    onPreview: (preview) => shown.push(preview === null ? null : preview.contentHtml),
    onFailure: () => shown.push('failed'),
  });
  const type = (value: string) => {
    text = value;
    previewer.refreshAfter(300);
  };
  return { previewer, asked, shown, type };
}

const rendered = (contentHtml: string): Answer<BodyPreview> => ({
  ok: true,
  value: { contentHtml, words: 1, readingTime: 1, format: 'markdown', blockLines: [1] },
});

test('the server is asked once for a burst of keys, when it is over', async () => {
  const { asked, type } = previewing();
  for (const text of ['a', 'ab', 'abc']) {
    type(text);
    await vi.advanceTimersByTimeAsync(299);
  }
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map(({ content }) => content)).toEqual(['abc']);
});

test('while an answer is awaited nothing else is asked; then the latest text is', async () => {
  const { asked, shown, type } = previewing();
  for (const text of ['a', 'ab', 'abc']) {
    type(text);
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(asked.map(({ content }) => content)).toEqual(['a']);
  await asked[0]?.answer(rendered('<p>a</p>'));
  expect(asked.map(({ content }) => content)).toEqual(['a', 'abc']);
  await asked[1]?.answer(rendered('<p>abc</p>'));
  expect(shown).toEqual(['<p>a</p>', '<p>abc</p>']);
  expect(asked).toHaveLength(2);
});

test('a failure is told, and the next change is previewed again', async () => {
  const { asked, shown, type } = previewing();
  type('a');
  await vi.advanceTimersByTimeAsync(300);
  await asked[0]?.answer({ ok: false, refusal: { kind: 'network' } });
  type('ab');
  await vi.advanceTimersByTimeAsync(300);
  await asked[1]?.answer(rendered('<p>ab</p>'));
  expect(shown).toEqual(['failed', '<p>ab</p>']);
});

test('an empty text needs no server, and an answer after the end changes nothing', async () => {
  const { previewer, asked, shown, type } = previewing();
  type('  \n');
  await vi.advanceTimersByTimeAsync(300);
  expect(shown).toEqual([null]);
  type('a');
  await vi.advanceTimersByTimeAsync(300);
  previewer.stop();
  await asked[0]?.answer(rendered('<p>a</p>'));
  expect(shown).toEqual([null]);
});
