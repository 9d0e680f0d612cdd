import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailText } from './email-text.tsx';

const markup = (text: string) =>
  renderToStaticMarkup(<EmailText text={text} />)
    .replaceAll('<span class="whitespace-nowrap">', '[')
    .replaceAll('</span>', ']');

test('an email is not cut at its hyphen or dot, and the sentence around it wraps at its spaces', () => {
  expect(markup('Saved v1.2 by ada@lab-bio.example. Not public.')).toBe(
    'Saved v1.2 by [ada@lab-bio.example]. Not public.',
  );
  expect(markup('No email: 3 @ 4.')).toBe('No email: 3 @ 4.');
});

test('an email that a phone’s line does not hold wraps at its parts', () => {
  expect(markup('(ada.berg@northbridge-bio.example)')).toBe(
    '([ada]<wbr/>[.berg@]<wbr/>[northbridge-bio]<wbr/>[.example])',
  );
  const long = 'a'.repeat(60);
  expect(markup(`${long}@lab.example`)).toBe(`${long}@<wbr/>[lab]<wbr/>[.example]`);
});
