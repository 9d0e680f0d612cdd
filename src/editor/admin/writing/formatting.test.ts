import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  anyMarked,
  type MarkedText,
  readMarked,
  showEdited,
} from '../../../../test/marked-text.ts';
import { readTable } from '../../../../test/read-table.ts';
import { renderBody } from '../../../rendering/body.ts';
import { type Formatting, format, linkTo, pictureText } from './formatting.ts';
import { edited } from './text-edit.ts';

test.each(readTable(new URL('formatting.tsv', import.meta.url)))(
  'a tool of the toolbar: %s makes %j into %j',
  (formatting, before = '', expected = '') => {
    const { text, selection } = readMarked(before);
    expect(showEdited(text, format(formatting as Formatting, text, selection))).toBe(expected);
  },
);

test('a link has its URL and its title as they are, whatever is in them, unless words are selected', async () => {
  const { text, selection } = readMarked('see ⟦this ⟧now');
  const pasted = linkTo('https://a.example/b_(c)', text, selection);
  expect(showEdited(text, pasted)).toBe('see [this](<https://a.example/b_(c)>)| now');
  const title = 'A [draft] of *IC50* & `pKi` <b>';
  const edit = linkTo('/blog/a', 'see ', { start: 4, end: 4 }, title);
  const rendered = await renderBody(edited('see ', edit));
  expect(rendered.html).toContain('<a href="/blog/a">');
  expect(rendered.text).toContain(title);
  const over = linkTo('/blog/a', 'see this', { start: 4, end: 8 }, title);
  expect(edited('see this', over)).toContain('[this]');
});

const writing = anyMarked([...'ab é1 \n\n.,-> '], 40, 40);
const marking = fc.constantFrom<Formatting>('bold', 'italic', 'code', 'subscript', 'superscript');

test('marks that are set and taken off again leave the text as it was', () => {
  const atWordEnd = ({ text, selection: { start, end } }: MarkedText) =>
    start === end && !/^[\p{L}\p{N}]/u.test(text.slice(end));
  // At the end of a word, the second time goes on behind the mark.
  const takenOff = writing.filter((each) => !atWordEnd(each));
  fc.assert(
    fc.property(takenOff, marking, ({ text, selection }, formatting) => {
      const once = format(formatting, text, selection);
      const marked = edited(text, once);
      const twice = format(formatting, marked, once.selection);
      expect(edited(marked, twice)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test('no formatting loses a word or selects what is not there', () => {
  const all = fc.constantFrom<Formatting>(
    ...(['heading2', 'heading3', 'bold', 'italic', 'quote', 'code', 'link'] as const),
    ...(['subscript', 'superscript'] as const),
    ...(['bullets', 'numbers', 'formula', 'structure', 'footnote'] as const),
  );
  const words = (text: string) => text.match(/[abé]/g) ?? [];
  fc.assert(
    fc.property(writing, all, ({ text, selection }, formatting) => {
      const edit = format(formatting, text, selection);
      const result = edited(text, edit);
      expect(words(result).length).toBeGreaterThanOrEqual(words(text).length);
      expect(edit.selection.start).toBeGreaterThanOrEqual(0);
      expect(edit.selection.start).toBeLessThanOrEqual(edit.selection.end);
      expect(edit.selection.end).toBeLessThanOrEqual(result.length);
    }),
  );
});

test('a picture keeps its description, its caption and its label, whatever is in them', async () => {
  const picture = { alt: 'A [curve] of "IC50" & more', address: '/media/a b.png' };
  expect((await renderBody(pictureText(picture))).html).toContain(
    'A [curve] of &#x22;IC50&#x22; &#x26; more',
  );
  const caption = 'The "plate" \\ R&D &copy; <b>x</b>\n after 24 h';
  const figure = await renderBody(`Before\n\n${pictureText({ ...picture, caption })}`);
  expect(figure.text).toBe('Before\nThe "plate" \\ R&D &copy; <b>x</b> after 24 h');
  expect(figure.html).toMatch(/<figure><img src="\/media\/a%20b.png".*<figcaption>.*<\/figure>/);
  for (const caption of ['', 'The *plate*']) {
    const text = pictureText({ ...picture, caption, label: ' @fig-The plate ' });
    const { html, findings } = await renderBody(`${text}\n\nAs @fig-The-plate shows.`);
    expect(html).toContain('id="fig-The-plate"');
    if (caption !== '') expect(html).toContain('The *plate*</figcaption>');
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
});

test('what the buttons make is a formula and a structure for readers', async () => {
  const written = (kind: Formatting, text: string, end = text.length) =>
    renderBody(edited(text, format(kind, text, { start: 0, end })));
  expect((await written('formula', 'x^2 is', 3)).html).toContain('<span class="tex"');
  expect((await written('formula', '')).html).toContain('<math display="block"');
  expect((await written('structure', 'CCO at', 3)).molecules).toHaveLength(1);
  const { html, findings } = await written('structure', '');
  expect([html, findings]).toEqual([expect.stringContaining('Aspirin'), []]);
});
