import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTable } from '../../../test/read-table.ts';
import { renderBody } from '../../rendering/body.ts';

const KEY_POINTS =
  '<section class="key-points" aria-label="Key points"><p class="container-title"><strong>Key points</strong></p>';

async function render(content: string) {
  const { html, findings } = await renderBody(content);
  return {
    html: html.replaceAll('\n', ''),
    codes: findings.map(({ line, code }) => `${line} ${code}`),
  };
}

async function htmlOf(content: string): Promise<string> {
  const { html, codes } = await render(content);
  expect(codes).toEqual([]);
  return html;
}

describe('a container of key points', () => {
  test.each([
    ['between empty lines', 'A\n\n::: {.key-points}\n\nB\n\n:::\n\nC'],
    ['without them', 'A\n::: {.key-points}\nB\n:::\nC'],
    ['named by one word', 'A\n\n::: key-points\nB\n:::\n\nC'],
    ['with more colons', 'A\n\n::::: {.key-points} :::::\nB\n:::::::\n\nC'],
    ['indented', 'A\n\n  :::   {.key-points}  \n  B\n  :::  \n\nC'],
    ['with line ends of Windows', 'A\r\n\r\n::: {.key-points}\r\nB\r\n:::\r\n\r\nC'],
  ])('%s', async (_, content) => {
    expect(await htmlOf(content)).toBe(`<p>A</p>${KEY_POINTS}<p>B</p></section><p>C</p>`);
  });

  test('holds lists, tables, figures and other containers', async () => {
    const content = [
      '::: {.key-points}',
      '- a',
      '- b @fig-a',
      '::: {.details summary="More"}',
      '| c | d |\n|---|---|\n| 1 | 2 |',
      ':::',
      '![Plate](/x.png){#fig-a}',
      ':::',
    ].join('\n');
    const html = await htmlOf(content);
    expect(html).toContain(
      `${KEY_POINTS}<ul><li>a</li><li>b <a href="#fig-a">Figure 1</a></li></ul><details><summary>More</summary><div class="table-frame"`,
    );
    expect(html).toMatch(/<\/details><figure id="fig-a">.*Figure 1\..*<\/figure><\/section>$/);
  });

  test('stands in lists and quotations', async () => {
    expect(await htmlOf('- A\n\n  ::: {.key-points}\n  B\n  :::\n- C')).toContain(
      `${KEY_POINTS}<p>B</p></section></li>`,
    );
    expect(await htmlOf('> ::: {.key-points}\n> B\n> :::')).toBe(
      `<blockquote>${KEY_POINTS}<p>B</p></section></blockquote>`,
    );
  });

  test('has the title that its author gives it', async () => {
    expect(await htmlOf('::: {.key-points title="Kernaussagen"}\nB\n:::')).toContain(
      '<section class="key-points" aria-label="Kernaussagen"><p class="container-title"><strong>Kernaussagen</strong></p>',
    );
    expect(await htmlOf('::: {.key-points}\n## In short\nB\n:::')).toMatch(
      /^<section class="key-points" aria-label="In short"><h2 /,
    );
  });

  test('may be written in HTML', async () => {
    expect(await htmlOf('<section class="key-points"><p>B</p></section>')).toBe(
      `${KEY_POINTS}<p>B</p></section>`,
    );
    expect(
      await htmlOf('<section class="plain-summary" data-name="Kurz"><p>B</p></section>'),
    ).toContain('aria-label="Kurz"');
  });
});

test('a plain summary is titled, and details fold under their summary', async () => {
  expect(await htmlOf('::: {.plain-summary}\nB\n:::')).toContain('<strong>Plain summary</strong>');
  expect(await htmlOf('::: {.details summary="All *runs*"}\nB\n:::')).toBe(
    '<details><summary>All *runs*</summary><p>B</p></details>',
  );
  expect(await htmlOf('::: details\nB\n:::')).toContain('<summary>Details</summary>');
});

describe('what is not a container is told of by its line, and its text stays', () => {
  test.each(readTable(new URL('not-containers.tsv', import.meta.url)))(
    '%s',
    async (codes = '', html = '', content = '') => {
      expect(await render(content)).toEqual({ html, codes: codes.split(', ') });
    },
  );

  test('and eleven in one another', async () => {
    const { html, codes } = await render(
      `${'::: key-points\n'.repeat(11)}B\n\n${':::\n'.repeat(11)}`,
    );
    expect(codes).toEqual(['11 unknown-container']);
    expect(html.match(/<section/g)).toHaveLength(10);
    expect(html).not.toContain(':::');
  });
});

test.each([
  '```\n::: {.key-points}\n:::\n```',
  '    ::: {.key-points}',
  'A ::: {.key-points} b',
  '\\::: {.key-points}',
  '::',
])('colons in %j stay text', async (content) => {
  const { html, codes } = await render(content);
  expect([html.includes('<section'), html.includes('::'), codes]).toEqual([false, true, []]);
});

test('no text is lost, however fences are placed', async () => {
  const line = fc.constantFrom(
    ...'::: {.key-points}¦:::¦::: {.details}¦::: x¦```¦| d |\n|---|¦W¦- W¦> W¦  W¦| W |¦'.split(
      '¦',
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 15 }), async (lines) => {
      const content = lines.map((each, index) => each.replace('W', `W${index}.`)).join('\n');
      const { text } = await renderBody(content);
      const written = content.match(/W\d+\./g) ?? [];
      expect(written.filter((word) => !text.includes(word))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
