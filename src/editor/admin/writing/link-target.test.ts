import { expect, test } from 'vitest';
import { linkTarget } from './link-dialog.tsx';

test.each([
  [' https://a.example/b ', 'https://a.example/b'],
  ['/blog/how-to-read-an-ic50', '/blog/how-to-read-an-ic50'],
  ['/', '/'],
  ['#methods', '#methods'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['a@b.example', 'mailto:a@b.example'],
  ['a.example/b?c', 'https://a.example/b?c'],
  ['10.1038/s41586-021-03819-2', 'https://doi.org/10.1038/s41586-021-03819-2'],
])('%j links to %j', (typed, url) => {
  expect(linkTarget(typed)).toBe(url);
});

test.each(['', 'IC50', 'how to', 'IC50. Part', '//a.example', 'javascript:alert(1)', 'https://'])(
  '%j is looked for, not linked to',
  (typed) => {
    expect(linkTarget(typed)).toBeNull();
  },
);
