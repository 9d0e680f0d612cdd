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

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function previewing(first = 'a') {
  let text = first;
  let cited = NOTHING_CITED;
  const asked: {
    content: string;
    references: number;
    answer: (answer: ApiResult<BodyPreview>) => Promise<void>;
  }[] = [];
  const shown: (string | null)[] = [];
  const previewer = createPreviewer({
    read: () => text,
    readCited: () => cited,
    render: (content, { references }) => {
      const { promise, resolve } = Promise.withResolvers<ApiResult<BodyPreview>>();
      const answer = async (value: ApiResult<BodyPreview>) => {
        resolve(value);
        await vi.advanceTimersByTimeAsync(0);
      };
      asked.push({ content, references: references.length, answer });
      return promise;
    },
    onPreview: (preview) => shown.push(preview === null ? null : preview.contentHtml),
    onFailure: () => shown.push('failed'),
  });
  const type = (value: string) => {
    text = value;
    previewer.refreshAfter(300);
  };
  const change = (fields: Partial<CitedFields>) => {
    cited = { ...cited, ...fields };
    previewer.refreshAfter(300);
  };
  return { previewer, asked, shown, type, change };
}

const rendered = (contentHtml: string): ApiResult<BodyPreview> => ({
  ok: true,
  value: {
    contentHtml,
    words: 1,
    readingTime: 1,
    format: 'markdown',
    blockLines: [1],
    findings: [],
  },
});

test('a burst of keys sends one request, after the last', async () => {
  const { asked, type } = previewing();
  for (const text of ['a', 'ab', 'abc']) {
    type(text);
    await vi.advanceTimersByTimeAsync(299);
  }
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map(({ content }) => content)).toEqual(['abc']);
});

test('one request is under way at a time; then the latest text is sent', async () => {
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

test('a failure is reported, and the next change is previewed again', async () => {
  const { asked, shown, type } = previewing();
  type('a');
  await vi.advanceTimersByTimeAsync(300);
  await asked[0]?.answer({ ok: false, failure: { kind: 'network' } });
  type('ab');
  await vi.advanceTimersByTimeAsync(300);
  await asked[1]?.answer(rendered('<p>ab</p>'));
  expect(shown).toEqual(['failed', '<p>ab</p>']);
});

test('an empty text sends no request, and a response after the end changes nothing', async () => {
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

test('a new reference renders a text that has not changed, so that its citations are known', async () => {
  const { previewer, asked, shown, change } = previewing();
  previewer.refreshAfter(0);
  await vi.advanceTimersByTimeAsync(0);
  await asked[0]?.answer(rendered('without'));
  change({ references: [{ title: 'T', url: 'https://a.test', description: '', type: 'article' }] });
  await vi.advanceTimersByTimeAsync(300);
  expect(asked.map(({ references }) => references)).toEqual([0, 1]);
  await asked[1]?.answer(rendered('with'));
  expect(shown).toEqual(['without', 'with']);
});
