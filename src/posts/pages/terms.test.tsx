import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { XSS_VECTORS } from '../../../test/xss-vectors.ts';
import { linkTerms, TermDefinitions } from './article.tsx';

const shown = { term: 'IC50', definition: 'Half.', start: 3, end: 18 };

it('the words of a mention stay beside its button: reader modes drop buttons', () => {
  const html = '<p>IC<sub>50</sub> of it</p>';
  expect(linkTerms(html, [shown])).toBe(
    '<p><span class="term">IC<sub>50</sub><button type="button" popovertarget="term-1" aria-label="Definition of IC50"></button></span> of it</p>',
  );
  expect(linkTerms(html, [])).toBe(html);
});

it('no term or definition becomes markup', () => {
  for (const { payload } of [...XSS_VECTORS, { payload: '"><script>alert(1)</script>' }]) {
    const terms = [{ ...shown, term: payload, definition: payload }];
    const words = linkTerms('<p>IC<sub>50</sub> of it</p>', terms);
    expect(words.match(/<[a-z]+/g)).toEqual(['<p', '<span', '<sub', '<button']);
    expect(words).not.toMatch(/"[^"=]*"[^\s>]/);
    const definitions = renderToStaticMarkup(<TermDefinitions terms={terms} />);
    const tags = new Set(definitions.match(/<[a-z]+/g));
    tags.delete('<span'); // around figures
    expect([...tags].sort()).toEqual(['<a', '<button', '<div', '<p', '<strong']);
  }
});
