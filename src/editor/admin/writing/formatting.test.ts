import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderBody } from '../../../rendering/body.ts';
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
    ['bold', 'a **b|** c', 'a **b**| c'],
    ['bold', 'a **b c|**', 'a **b c**|'],
    ['italic', '**a _b|_**', '**a _b_|**'],
    ['subscript', 'IC<sub>50|</sub> of', 'IC<sub>50</sub>| of'],
    ['bold', '- ⟦a\n- b\n\n> c⟧', '- **⟦a**\n- **b**\n\n> **c⟧**'],
    ['bold', '- **⟦a**\n- **b⟧**', '- ⟦a\n- b⟧'],
    ['bold', '**⟦a**\nb⟧', '**⟦a**\n**b⟧**'],
    ['bold', '_⟦a⟧_', '_**⟦a⟧**_'],
    ['italic', '**⟦a⟧**', '**_⟦a⟧_**'],
    ['italic', '***⟦a⟧***', '**⟦a⟧**'],
    ['italic', '*⟦a⟧*', '⟦a⟧'],
    ['italic', 'half⟦word⟧', 'half*⟦word⟧*'],
    ['subscript', 'IC|', 'IC<sub>|</sub>'],
    ['subscript', 'IC<sub>|</sub>', 'IC|'],
    ['superscript', '10| M', '10<sup>|</sup> M'],
    ['subscript', 'H⟦2⟧O', 'H<sub>⟦2⟧</sub>O'],
    ['subscript', 'H<sub>⟦2⟧</sub>O', 'H⟦2⟧O'],
    ['superscript', '10⟦-9⟧ M', '10<sup>⟦-9⟧</sup> M'],
    ['code', 'a ⟦b⟧', 'a `⟦b⟧`'],
    ['code', 'a `⟦b⟧`', 'a ⟦b⟧'],
    ['code', '⟦a ` b⟧', '`` ⟦a ` b⟧ ``'],
    ['code', 'x\n⟦a\nb⟧\ny', 'x\n```\n⟦a\nb⟧\n```\ny'],
    ['code', 'x\n```\n⟦a\nb⟧\n```\ny', 'x\n⟦a\nb⟧\ny'],
    ['code', '⟦```\na\n```⟧', '````\n⟦```\na\n```⟧\n````'],
    ['code', '⟦a\nb\n\n⟧', '```\n⟦a\nb⟧\n```\n\n'],
    ['link', '⟦words⟧', '[words](⟦https://⟧)'],
    ['link', '⟦https://a.example/⟧', '[|](https://a.example/)'],
    ['link', '|', '[|](https://)'],
  ] as const)('%s makes %j into %j', (formatting, before, expected) => {
    expect(after(formatting, before)).toBe(expected);
  });
});

describe('lines in Markdown', () => {
  test.each([
    ['heading2', 'a\nb|b', 'a\n## b|b'],
    ['heading2', '## a|', 'a|'],
    ['heading2', '#### a|', '## a|'],
    ['heading3', '## a|', '### a|'],
    ['heading4', '#### a|', 'a|'],
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
    ['superscript', '<p>m⟦2⟧</p>', '<p>m<sup>⟦2⟧</sup></p>'],
    ['heading2', '<p class="x">a|</p>', '<h2 class="x">a|</h2>'],
    ['heading3', '<h2>a|b</h2>', '<h3>a|b</h3>'],
    ['heading3', '<h3>a|</h3>', '<p>a|</p>'],
    ['heading2', 'a|', '<h2>a|</h2>'],
    ['heading4', '|', '<h4>|</h4>'],
    ['heading2', '⟦<p>a</p>\n\nb⟧', '⟦<h2>a</h2>\n\n<h2>b</h2>⟧'],
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

test('a URL that is pasted over a selection links it, whatever is in it', () => {
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

test('a link to a post has its title as text, whatever is in it, unless words are selected', async () => {
  const title = 'A [draft] of *IC50* & `pKi` <b>';
  for (const language of ['markdown', 'html'] as const) {
    const edit = linkTo('/blog/a', 'see ', { start: 4, end: 4 }, language, title);
    const { html, text } = await renderBody(`<p>\n\n${edited('see ', edit)}\n\n</p>`);
    expect(html).toContain('<a href="/blog/a">');
    expect(text).toContain(title);
    const over = linkTo('/blog/a', 'see this', { start: 4, end: 8 }, language, title);
    expect(edited('see this', over)).toContain('this');
    expect(edited('see this', over)).not.toContain('draft');
  }
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

const marking = fc.constantFrom<Formatting>('bold', 'italic', 'code', 'subscript', 'superscript');
const language = fc.constantFrom('markdown' as const, 'html' as const);

test('marks that are set and taken off again leave the text as it was', () => {
  const atWordEnd = ({ text, selection: { start, end } }: { text: string; selection: Range }) =>
    start === end && !/^[\p{L}\p{N}]/u.test(text.slice(end));
  // At the end of a word, the second time goes on behind the mark.
  const takenOff = writing.filter((each) => !atWordEnd(each));
  fc.assert(
    fc.property(takenOff, marking, language, ({ text, selection }, formatting, written) => {
      const once = format(formatting, text, selection, written);
      const marked = edited(text, once);
      const twice = format(formatting, marked, once.selection, written);
      expect(edited(marked, twice)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test('no formatting loses a word or selects what is not there', () => {
  const all = fc.constantFrom<Formatting>(
    ...(['heading2', 'heading3', 'heading4', 'bold', 'italic', 'quote', 'code', 'link'] as const),
    ...(['subscript', 'superscript'] as const),
    ...(['bullets', 'numbers', 'table', 'formula', 'structure', 'footnote'] as const),
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

test('a picture keeps its caption, whatever is in it', async () => {
  const caption = 'The "plate" \\ R&D &copy; <b>x</b>\n after 24 h';
  const picture = { alt: 'A', address: '/media/a b.png', caption };
  for (const written of ['markdown', 'html'] as const) {
    const { html, text } = await renderBody(`Before\n\n${pictureText(picture, written)}`);
    expect(text).toBe('Before\nThe "plate" \\ R&D &copy; <b>x</b> after 24 h');
    expect(html).toMatch(
      /<figure><img src="\/media\/a%?2?0? ?b.png" alt="A".*<figcaption>.*<\/figure>/,
    );
  }
});

test('a figure is found by its label, however that is typed', async () => {
  const picture = { alt: 'Rows of wells', address: '/media/a.png' };
  for (const written of ['markdown', 'html'] as const) {
    for (const caption of ['', 'The *plate*']) {
      const text = pictureText({ ...picture, caption, label: ' @fig-The plate ' }, written);
      const { html, findings } = await renderBody(
        `<p>Before</p>\n\n${text}\n\n<p>As @fig-The-plate shows.</p>`,
      );
      expect(html).toMatch(/<figure[^>]* id="fig-The-plate"[^>]*>.*alt="Rows of wells"/s);
      if (caption !== '') expect(html).toContain('The *plate*</figcaption>');
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  }
});

test.each([
  ['a selection', 'Let [x^2] be', 'Let $[x^2]$ be'],
  ['a selected formula, which becomes text', 'Let $[x^2]$ be', 'Let [x^2] be'],
  ['nothing within a line, for what is typed next', 'Let [] be', 'Let $[]$ be'],
  ['a blank line', 'A\n\n[]\n\nB', 'A\n\n$$\n[E = mc^2]\n$$\n\nB'],
  ['several lines', '[a\n= b]', '$$\n[a\n= b]\n$$'],
])('a formula is made of %s', (_, before, after) => {
  const text = before.replace(/[[\]]/g, '');
  const selection = { start: before.indexOf('['), end: before.indexOf(']') - 1 };
  const edit = format('formula', text, selection, 'markdown');
  const result = edited(text, edit);
  const { start, end } = edit.selection;
  expect(`${result.slice(0, start)}[${result.slice(start, end)}]${result.slice(end)}`).toBe(after);
});

test.each(['markdown', 'html'] as const)(
  'what the button makes of %s is a formula for readers',
  async (language) => {
    const [before, after] = language === 'html' ? ['<p>', '</p>'] : ['', ''];
    const text = `${before}Let x^2 be${after}`;
    const start = text.indexOf('x^2');
    const inline = edited(text, format('formula', text, { start, end: start + 3 }, language));
    expect((await renderBody(inline)).html).toContain('<math data-picture=');
    const block = edited('', format('formula', '', { start: 0, end: 0 }, language));
    expect((await renderBody(block)).html).toContain('<math display="block"');
  },
);

test.each([
  ['a selected SMILES', 'In [CS(C)=O] at', 'In {smiles}`[CS(C)=O]` at'],
  ['a marked one, which becomes text', 'In {smiles}`[CCO]` at', 'In [CCO] at'],
  ['nothing within a line, for what is typed next', 'In [] at', 'In {smiles}`[]` at'],
  ['a blank line', 'A\n\n[]\n\nB', 'A\n\n```smiles\n[CC(=O)Oc1ccccc1C(=O)O Aspirin]\n```\n\nB'],
  ['several lines', '[CCO Ethanol\nCO Methanol]', '```smiles\n[CCO Ethanol\nCO Methanol]\n```'],
])('a structure is made of %s', (_, before, after) => {
  const text = before.replace(/[[\]]/g, '');
  const selection = { start: before.indexOf('['), end: before.indexOf(']') - 1 };
  const edit = format('structure', text, selection, 'markdown');
  const result = edited(text, edit);
  const { start, end } = edit.selection;
  expect(`${result.slice(0, start)}[${result.slice(start, end)}]${result.slice(end)}`).toBe(after);
});

test.each(['markdown', 'html'] as const)(
  'what the button makes of %s is a structure for readers',
  async (language) => {
    const [before, after] = language === 'html' ? ['<p>', '</p>'] : ['', ''];
    const text = `${before}In CCO at${after}`;
    const start = text.indexOf('CCO');
    const inline = edited(text, format('structure', text, { start, end: start + 3 }, language));
    expect((await renderBody(inline)).molecules).toHaveLength(1);
    const block = edited('', format('structure', '', { start: 0, end: 0 }, language));
    const { html, findings } = await renderBody(block);
    expect([html, findings]).toEqual([expect.stringContaining('Aspirin'), []]);
  },
);
