import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Reference } from '../../science/references/reference.ts';
import { References } from './references.tsx';

function shownTitle(title: string): string {
  const reference: Reference = { type: 'research paper', title, url: '', description: '' };
  const post = { contentHtml: '', references: [reference], citationStyle: 'numbered' as const };
  return (
    /<li[^>]*><span[^>]*>(.*?)<\/span>/.exec(
      renderToStaticMarkup(<References post={post} />),
    )?.[1] ?? ''
  );
}

it.each([
  [
    'Relationship between the inhibition constant (KI) and the concentration which causes 50 per cent inhibition (I50)',
    'Relationship between the inhibition constant (K<sub>I</sub>) and the concentration which causes 50 per cent inhibition (I<sub>50</sub>)',
  ],
  ['Inhibition of the thyroid by potassium iodide (KI)', null],
  ['Isotopes of iodine (I50)', null],
  ['Combining IC50 or Ki Values', 'Combining IC<sub>50</sub> or K<sub>i</sub> Values'],
])('the title of a cited work says what its authors wrote: %s', (title, lowered) => {
  expect(shownTitle(title)).toBe(lowered ?? title);
});
