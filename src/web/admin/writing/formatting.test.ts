import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderBody } from '../../../domain/posts/body.ts';
import { type Formatting, format, linkTo, pictureText } from './formatting.ts';
import { edited, type Range } from './text-edit.ts';

/** Reads `a [b] c` as a text and its selection, `a | c` as one with a caret. */
function read(written: string): { text: string; selection: Range } {
  const start = written.search(/[⟦|]/);
  const caret = written[start] === '|';
  const end = caret ? start : written.indexOf('⟧') - 1;
  return { text: written.replace(/[⟦⟧|]/g, ''), selection: { start, end } };
}

function show(text: string, { start, end }: Range): string {
  return start === end
    ? `${text.slice(0, start)}|${text.slice(end)}`
    : `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`;
}

function after(
  formatting: Formatting,
  written: string,
  language: 'markdown' | 'html' = 'markdown',
) {
  const { text, selection } = read(written);
  const edit = format(formatting, text, selection, language);
  return show(edited(text, edit), edit.selection);
}

describe('marks in Markdown', () => {
  test.each([
    ['bold', 'a ⟦b⟧ c', 'a **⟦b⟧** c'],
    ['bold', 'a **⟦b⟧** c', 'a ⟦b⟧ c'],
    ['bold', 'a ⟦**b**⟧ c', 'a ⟦b⟧ c'],
    ['bold', 'a __⟦b⟧__ c', 'a ⟦b⟧ c'],
    ['bold', 'a⟦ b  ⟧c', 'a **⟦b⟧**  c'],
    ['bold', 'wo|rd', '**wo|rd**'],
    ['bold', '**wo|rd**', 'wo|rd'],
    ['bold', 'a | b', 'a **|** b'],
    ['bold', 'a **|** b', 'a | b'],
    ['bold', '- ⟦a\n- b\n\n> c⟧', '- **⟦a**\n- **b**\n\n> **c⟧**'],
    ['bold', '- **⟦a**\n- **b⟧**', '- ⟦a\n- b⟧'],
    ['bold', '**⟦a**\nb⟧', '**⟦a**\n**b⟧**'],
    ['bold', '_⟦a⟧_', '_**⟦a⟧**_'],
    ['italic', '**⟦a⟧**', '**_⟦a⟧_**'],
    ['italic', '***⟦a⟧***', '**⟦a⟧**'],
    ['italic', '*⟦a⟧*', '⟦a⟧'],
    ['italic', 'half⟦word⟧', 'half*⟦word⟧*'],
    ['code', 'a ⟦b⟧', 'a `⟦b⟧`'],
    ['code', 'a `⟦b⟧`', 'a ⟦b⟧'],
    ['code', '⟦a ` b⟧', '`` ⟦a ` b⟧ ``'],
    ['code', 'x\n⟦a\nb⟧\ny', 'x\n```\n⟦a\nb⟧\n```\ny'],
    ['code', 'x\n```\n⟦a\nb⟧\n```\ny', 'x\n⟦a\nb⟧\ny'],
    ['code', '⟦```\na\n```⟧', '````\n⟦```\na\n```⟧\n````'],
    ['link', '⟦words⟧', '[words](⟦https://⟧)'],
    ['link', '⟦https://a.example/⟧', '[|](https://a.example/)'],
    ['link', '|', '[|](https://)'],
  ] as const)('%s makes %j into %j', (formatting, before, expected) => {
    expect(after(formatting, before)).toBe(expected);
  });
});

describe('lines in Markdown', () => {
  test.each([
    ['heading', 'a\nb|b', 'a\n## b|b'],
    ['heading', '## a|', 'a|'],
    ['heading', '#### a|', '## a|'],
    ['quote', '⟦a\n\nb⟧', '⟦> a\n\n> b⟧'],
    ['quote', '⟦> a\n> b⟧', '⟦a\nb⟧'],
    ['bullets', '⟦a\nb\n⟧c', '⟦- a\n- b⟧\nc'],
    ['bullets', '⟦1. a\n2. b⟧', '⟦- a\n- b⟧'],
    ['numbers', '⟦- a\n\n- b⟧', '⟦1. a\n\n2. b⟧'],
    ['numbers', '⟦1. a\n2. b⟧', '⟦a\nb⟧'],
    ['bullets', 'a\n|', 'a\n- |'],
    ['table', 'a|', 'a\n\n| ⟦Column 1⟧ | Column 2 |\n| --- | --- |\n| Cell | Cell |'],
    ['table', 'a\n|\nb', 'a\n\n| ⟦Column 1⟧ | Column 2 |\n| --- | --- |\n| Cell | Cell |\n\nb'],
    ['footnote', 'a⟦b⟧ c', 'ab[^1] c\n\n[^1]: |'],
    ['footnote', 'a[^2] b|\n\n[^2]: two\n', 'a[^2] b[^3]\n\n[^2]: two\n[^3]: |'],
    ['footnote', 'a|', 'a[^1]\n\n[^1]: |'],
  ] as const)('%s makes %j into %j', (formatting, before, expected) => {
    expect(after(formatting, before)).toBe(expected);
  });
});

describe('in HTML, tags are written', () => {
  test.each([
    ['bold', '<p>a ⟦b⟧</p>', '<p>a <strong>⟦b⟧</strong></p>'],
    ['bold', '<p>a <b>⟦b⟧</b></p>', '<p>a ⟦b⟧</p>'],
    ['italic', '⟦<p>a</p>\n<p>b</p>⟧', '<p><em>⟦a</em></p>\n<p><em>b⟧</em></p>'],
    ['quote', '⟦<p>a</p>⟧', '<blockquote>\n⟦<p>a</p>⟧\n</blockquote>'],
    ['bullets', '⟦a\nb⟧', '<ul>\n<li>⟦a</li>\n<li>b⟧</li>\n</ul>'],
    ['link', '<p>⟦a⟧</p>', '<p><a href="⟦https://⟧">a</a></p>'],
    [
      'footnote',
      '<p>a|</p>',
      '<p>a<sup><a href="#fn-1" id="fnref-1">1</a></sup></p>\n\n<p id="fn-1">1. | <a href="#fnref-1">Back</a></p>',
    ],
  ] as const)('%s makes %j into %j', (formatting, before, expected) => {
    expect(after(formatting, before, 'html')).toBe(expected);
  });
});

test('an address that is pasted over words links them, whatever is in it', () => {
  const link = (address: string, language: 'markdown' | 'html') => {
    const { text, selection } = read('see ⟦this ⟧now');
    const edit = linkTo(address, text, selection, language);
    return show(edited(text, edit), edit.selection);
  };
  expect(link('https://a.example/b_(c)', 'markdown')).toBe(
    'see [this](<https://a.example/b_(c)>)| now',
  );
  expect(link('https://a.example/?b=1&c="', 'html')).toBe(
    'see <a href="https://a.example/?b=1&amp;c=&quot;">this</a>| now',
  );
});

const alphabet = fc.constantFrom(...'ab é1 \n\n.,-> ');
const writing = fc
  .tuple(fc.array(alphabet, { maxLength: 40 }), fc.nat(40), fc.nat(40))
  .map(([characters, a, b]) => {
    const text = characters.join('');
    const [start = 0, end = 0] = [a, b]
      .map((at) => Math.min(at, text.length))
      .sort((x, y) => x - y);
    return { text, selection: { start, end } };
  });

const marking = fc.constantFrom<Formatting>('bold', 'italic', 'code');
const language = fc.constantFrom('markdown' as const, 'html' as const);

test('marks that are set and taken off again leave the text as it was', () => {
  fc.assert(
    fc.property(writing, marking, language, ({ text, selection }, formatting, written) => {
      const once = format(formatting, text, selection, written);
      const marked = edited(text, once);
      const twice = format(formatting, marked, once.selection, written);
      expect(edited(marked, twice)).toBe(text);
    }),
  );
});

test('no formatting loses a word or selects what is not there', () => {
  const all = fc.constantFrom<Formatting>(
    ...(['heading', 'bold', 'italic', 'quote', 'code', 'link'] as const),
    ...(['bullets', 'numbers', 'table', 'footnote'] as const),
  );
  const words = (text: string) => text.match(/[abé]/g) ?? [];
  fc.assert(
    fc.property(writing, all, language, ({ text, selection }, formatting, written) => {
      const edit = format(formatting, text, selection, written);
      const result = edited(text, edit);
      expect(words(result).length).toBeGreaterThanOrEqual(words(text).length);
      expect(edit.selection.start).toBeGreaterThanOrEqual(0);
      expect(edit.selection.start).toBeLessThanOrEqual(edit.selection.end);
      expect(edit.selection.end).toBeLessThanOrEqual(result.length);
    }),
  );
});

test('bold words are bold for readers, wherever the selection ended', async () => {
  await fc.assert(
    fc.asyncProperty(writing, async ({ text, selection }) => {
      const source = `x ${text} x`.replace(/[>\-\n]/g, ' ');
      const range = { start: selection.start + 2, end: selection.end + 2 };
      fc.pre(/[abé1]/.test(source.slice(range.start, range.end)));
      const { html } = await renderBody(edited(source, format('bold', source, range, 'markdown')));
      expect(html).toContain('<strong>');
    }),
    { numRuns: 60 },
  );
});

test('a picture keeps its description, whatever is in it', async () => {
  const picture = { alt: 'A [curve] of "IC50" & more', address: '/media/a b.png' };
  for (const written of ['markdown', 'html'] as const) {
    const { html } = await renderBody(`<p>\n\n${pictureText(picture, written)}\n\n</p>`);
    expect(html).toContain('A [curve] of "IC50" &#x26; more'.replaceAll('"', '&#x22;'));
  }
});
