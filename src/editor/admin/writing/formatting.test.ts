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
import type { Reference } from '../../../science/references/reference.ts';
import { type Formatting, format, linkTo, pictureText } from './formatting.ts';
import { continueList, moveItems } from './lists.ts';
import { cite, edited, insertBlock, type Range, type TextEdit } from './text-edit.ts';

const moveIn = (text: string, selection: Range) => moveItems(text, selection, 'in');
const moveOut = (text: string, selection: Range) => moveItems(text, selection, 'out');
const citeB = (text: string, selection: Range) => cite(text, selection, ['b'], '');

type Edit = (text: string, selection: Range) => TextEdit | null;

const formatting =
  (name: string): Edit =>
  (text, selection) =>
    format(name as Formatting, text, selection);

const EDITS = new Map<string, Edit>([
  ['Enter', continueList],
  ['Tab', moveIn],
  ['Shift+Tab', moveOut],
  ['block', (text, { start }) => insertBlock(text, start, '[block]')],
]);

test.each([
  ...readTable(new URL('formatting.tsv', import.meta.url)),
  ...readTable(new URL('lists.tsv', import.meta.url)),
])('%s makes %j into %j, or nothing of its own', (name = '', before = '', expected = '') => {
  const { text, selection } = readMarked(before);
  const edit = (EDITS.get(name) ?? formatting(name))(text, selection);
  expect(edit && showEdited(text, edit)).toBe(expected === '' ? null : expected);
});

test.each(readTable(new URL('citation-edit.tsv', import.meta.url)))(
  'the caret stands behind the citation: %s',
  (_, before = '', expected = '') => {
    const { text, selection } = readMarked(before);
    expect(showEdited(text, citeB(text, selection))).toBe(expected);
  },
);

test('a citation cites all works that were chosen, leads readers to them, and no page that is typed breaks it', async () => {
  const key = 'smith&doe2020';
  const reference = { key, title: 'T', url: 'https://a.test', description: '', type: 'article' };
  const written = (keys: string[], locator: string) =>
    edited('Shown', cite('Shown', { start: 5, end: 5 }, keys, locator));
  expect(written(['b', 'c'], '')).toBe('Shown [@b; @c]');
  expect(written(['b'], ' p. 3,  fig. 2 ')).toBe('Shown [@b, p. 3, fig. 2]');
  expect(written(['b'], ']; @c `x`\\')).toBe('Shown [@b, c x]');
  const references = [reference as Reference];
  const { html, findings } = await renderBody(written([key], 'p. 3'), { references });
  expect([html, findings]).toEqual([expect.stringContaining('href="#ref-smith%26doe2020"'), []]);
});

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

test('no edit loses a word or selects what is not there', () => {
  const tools =
    'heading2 heading3 bold italic quote code link subscript superscript bullets numbers formula structure footnote';
  const all = tools.split(' ').map(formatting);
  const inLists = anyMarked(
    '- |1. |9) |* |[ ] |> |  |   |\t|\n|\n\n|```|ab|é c'.split('|'),
    30,
    80,
  );
  const words = (text: string) => text.match(/[abéc]/g) ?? [];
  const edits = fc.constantFrom(...all, continueList, moveIn, moveOut);
  fc.assert(
    fc.property(fc.oneof(writing, inLists), fc.boolean(), edits, (written, isCaret, edit) => {
      const { text } = written;
      const { start, end } = written.selection;
      const made = edit(text, { start: isCaret ? end : start, end });
      if (made === null) return;
      const result = edited(text, made);
      expect(words(result).length).toBeGreaterThanOrEqual(words(text).length);
      expect(made.selection.start).toBeGreaterThanOrEqual(0);
      expect(made.selection.start).toBeLessThanOrEqual(made.selection.end);
      expect(made.selection.end).toBeLessThanOrEqual(result.length);
    }),
    { numRuns: 4_000 },
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
