import { expect, test } from 'vitest';
import { convertHtml } from '../writing/paste-converter.ts';
import { documentText } from './document-text.ts';
import { readMarkdownFile } from './markdown-file.ts';

function open(file: string, pictures: string[] = []) {
  const beside = new Map(
    pictures.map((name) => [name, { name, type: 'image/png', bytes: new Uint8Array(1) }]),
  );
  const read = readMarkdownFile(file, beside);
  const { title, markdown } = documentText(read, {
    convert: convertHtml,
    firstNote: 1,
    place: (index, { write }) => write?.(`/${read.pictures[index]?.name}`) ?? '',
  });
  return { ...read, title, markdown };
}

test('front matter of Quarto fills the form, and what has no field is left out', () => {
  const file = `---
title: "Reading curves"
subtitle: From points to numbers
author:
  - name: Ada Okafor
  - Jo Brandt
categories: [assays, statistics]
format: html
references:
  - id: okafor2019
    type: article-journal
    title: On counting wells
---

Text [@okafor2019].
`;
  expect(open(file)).toMatchObject({
    title: 'Reading curves',
    description: 'From points to numbers',
    author: 'Ada Okafor, Jo Brandt',
    tags: ['assays', 'statistics'],
    works: [{ id: 'okafor2019' }],
    markdown: 'Text [@okafor2019].',
  });
});

test('the text stays as it is, but for a heading that is the title', () => {
  expect(open('# One\n\nText  \n* a\n')).toMatchObject({ title: 'One', markdown: 'Text  \n* a' });
  expect(open('# One\n\n# Two\n')).toMatchObject({ title: '', markdown: '# One\n\n# Two' });
  expect(open('---\ntitle: A\n---\n# B\n')).toMatchObject({ title: 'A', markdown: '# B' });
  const code = '# One\n\n```sh\n# not a heading\n```';
  expect(open(code)).toMatchObject({ title: 'One', markdown: '```sh\n# not a heading\n```' });
});

test('pictures beside the file come with it, and others keep their addresses', () => {
  const file =
    'A\n\n![Plate](figures/plate.png "Rows"){#fig-plate}\n\n<img src="plate.png" alt="B">\n\n![Gone](gone.png)\n![Web](https://example.org/a.png)';
  const { markdown } = open(file, ['plate.png']);
  expect(markdown).toContain('![Plate](/plate.png "Rows"){#fig-plate}');
  expect(markdown).toContain('<img src="/plate.png" alt="B">');
  expect(markdown).toContain('![Web](https://example.org/a.png)');
  expect(markdown).toContain('![Gone](gone.png)');
});

test('a text between dividing lines stays', () => {
  const text = '---\nText\n\n---\n\nMore';
  expect(open(text)).toMatchObject({ markdown: text });
});

test('front matter that is not YAML stays in the text', () => {
  const text = '---\ntitle: "unclosed\n---\nText';
  expect(open(text)).toMatchObject({ markdown: text });
});
