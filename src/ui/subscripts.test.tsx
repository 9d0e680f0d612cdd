import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Subscripts } from './subscripts.tsx';

test('lowered characters of a title are shown in the font of the title', () => {
  expect(renderToStaticMarkup(<Subscripts text="From IC₅₀ to pKᵢ & kₒₙ" />)).toBe(
    'From IC<sub>50</sub> to pK<sub>i</sub> &amp; k<sub>on</sub>',
  );
  expect(renderToStaticMarkup(<Subscripts text="Plain" />)).toBe('Plain');
});
