import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailText } from './email-text.tsx';

const markup = (text: string) =>
  renderToStaticMarkup(<EmailText text={text} />)
    .replaceAll('<span class="inline-block max-w-full">', '[')
    .replaceAll('</span>', ']');

test.for([
  [
    'Saved v1.2 by ada.b@lab-bio.example. Not public.',
    'Saved v1.2 by [[ada][.b@][lab-bio][.example.]] Not public.',
  ],
  [
    'Ada (ada@lab.example), and bo@lab.example',
    'Ada [[(ada@][lab][.example),]] and [[bo@][lab][.example]]',
  ],
  ['“ada@lab.example” is invited', '[[“ada@][lab][.example”]] is invited'],
  ['No email: 3 @ 4.', 'No email: 3 @ 4.'],
])('the email in %s moves to the next line whole, with its punctuation', ([text, expected]) => {
  expect(markup(text ?? '')).toBe(expected);
});

test('a text of many at signs does not hold the page up', () => {
  expect(markup('@'.repeat(100_000)).length).toBe(100_000);
});
