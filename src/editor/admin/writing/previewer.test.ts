import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiResult } from '../../../admin/api.ts';
import type { BodyPreview } from '../../../posts/preview.ts';
import { type CitedFields, createPreviewer } from './previewer.ts';

const NOTHING_CITED: CitedFields = {
  references: [],
  citationStyle: 'numbered',
  isResearch: false,
  license: '',
  dataAvailability: '',
  contributions: '',
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function previewing() {
  let text = '';
  let cited = NOTHING_CITED;
  const asked: string[] = [];
  const answers: ((answer: ApiResult<BodyPreview>) => void)[] = [];
  const shown: (string | null)[] = [];
  const previewer = createPreviewer({
    read: () => text,
    readCited: () => cited,
    render: (content, { references }) => {
      const { promise, resolve } = Promise.withResolvers<ApiResult<BodyPreview>>();
      asked.push(`${content} ${references.length}`);
      answers.push(resolve);
      return promise;
    },
    onPreview: (preview) => shown.push(preview === null ? null : preview.contentHtml),
    onFailure: () => shown.push('failed'),
  });
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return {
    previewer,
    asked,
    shown,
    wait,
    type: async (value: string, references = 0, ms = 300) => {
      const reference = {
        title: 'T',
        url: 'https://a.test',
        description: '',
        type: 'article' as const,
      };
      text = value;
      cited = { ...NOTHING_CITED, references: Array.from({ length: references }, () => reference) };
      previewer.refreshAfter(300);
      await wait(ms);
    },
    answer: async (contentHtml: string | null) => {
      const value = { contentHtml: contentHtml ?? '', words: 1, readingTime: 1, blockLines: [1] };
      answers.shift()?.(
        contentHtml === null
          ? { ok: false, failure: { kind: 'network' } }
          : { ok: true, value: { ...value, format: 'markdown', findings: [] } },
      );
      await wait(0);
    },
  };
}

test('a burst of keys sends one request, after the last; one is under way at a time, then the latest text is sent', async () => {
  const { asked, shown, wait, type, answer } = previewing();
  for (const text of ['x', 'xy', 'a']) await type(text, 0, 299);
  expect(asked).toEqual([]);
  await wait(1);
  for (const text of ['ab', 'abc']) await type(text);
  expect(asked).toEqual(['a 0']);
  await answer('<p>a</p>');
  expect(asked).toEqual(['a 0', 'abc 0']);
  await answer('<p>abc</p>');
  expect(shown).toEqual(['<p>a</p>', '<p>abc</p>']);
  // A new reference renders the same text, so that its citations are known.
  await type('abc', 1);
  expect(asked).toEqual(['a 0', 'abc 0', 'abc 1']);
});

test('a failure is reported, and the next change is previewed; an empty text sends no request, and an answer after the end changes nothing', async () => {
  const { previewer, asked, shown, type, answer } = previewing();
  await type('a');
  await answer(null);
  await type('ab');
  await answer('<p>ab</p>');
  await type('  \n');
  expect(asked).toEqual(['a 0', 'ab 0']);
  await type('abc');
  previewer.stop();
  await answer('<p>abc</p>');
  expect(shown).toEqual(['failed', '<p>ab</p>', null]);
});
