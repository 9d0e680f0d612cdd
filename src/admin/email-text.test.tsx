import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailText } from './email-text.tsx';

test('a long email wraps at its parts, and the sentence around it only at its spaces', () => {
  const markup = (text: string) => renderToStaticMarkup(<EmailText text={text} />);
  expect(markup('ada.berg@lab.example.com')).toBe(
    'ada<wbr/>.berg@<wbr/>lab<wbr/>.example<wbr/>.com',
  );
  expect(markup('Saved v1.2 by ada@lab.example. Not public.')).toBe(
    'Saved v1.2 by ada@<wbr/>lab<wbr/>.example. Not public.',
  );
});
