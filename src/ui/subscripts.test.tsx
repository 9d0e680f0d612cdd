import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Subscripts } from './subscripts.tsx';

test('lowered characters of a title are shown in the font of the title', () => {
  expect(renderToStaticMarkup(<Subscripts text="From IC₅₀ to pKᵢ & kₒₙ" />)).toBe(
    'From IC<sub>50</sub> to pK<sub>i</sub> &amp; k<sub>on</sub>',
  );
  expect(renderToStaticMarkup(<Subscripts text="Plain" />)).toBe('Plain');
});

test('symbols that are written in one line are lowered too, and keep their text; names are left alone', () => {
  expect(renderToStaticMarkup(<Subscripts text="(IC50, pKi), log2 by 50" />)).toBe(
    '(IC<sub>50</sub>, pK<sub>i</sub>), log<sub>2</sub> by 50',
  );
  for (const name of ['Ki-67', 'Ki Young', 'IC501', 'HIC50', 'Kim'])
    expect(renderToStaticMarkup(<Subscripts text={name} />)).toBe(name);
});
