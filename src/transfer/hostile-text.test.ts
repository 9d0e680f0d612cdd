import { expect, it } from 'vitest';
import { processorTime } from '../../test/processor-time.ts';
import { unwrap } from '../../test/unwrap.ts';
import { detectFormat } from '../rendering/body.ts';
import { readDocument } from './crate/post-document.ts';
import { readRedirects } from './crate/redirect-table.ts';
import { toIsoDate } from './dates.ts';
import { readLines } from './files/read-lines.ts';
import { addFormerRedirects } from './former-redirects.ts';
import { withPlainCards } from './ghost/plain-cards.ts';
import { linkEmbeds } from './html/embeds.ts';
import { asHtmlBody, withoutBlankLines } from './html/html-body.ts';
import { withShownPictures } from './html/shown-pictures.ts';
import { withFormulas } from './html/tex.ts';
import { splitFrontMatter } from './markdown/front-matter.ts';
import { readMarkdownPost } from './markdown/post-file.ts';
import { showTemplates, withoutTemplates } from './markdown/templates.ts';
import { recognize } from './recognize.ts';
import { redirectLocation, redirectPath } from './redirect-path.ts';
import { fileSlug, plainSlug } from './slugs.ts';
import type { SourceFiles } from './source.ts';
import { codeRanges } from './text/code-ranges.ts';
import { htmlDescription, htmlText, markdownDescription } from './text/descriptions.ts';
import { findUrls } from './text/find-urls.ts';
import { autop } from './wordpress/autop.ts';
import { withoutBlockComments } from './wordpress/blocks.ts';
import { convertShortcodes as convertWordpress } from './wordpress/shortcodes.ts';

/** Pieces of which hostile texts are made, by repeating them. */
const MARKS = [
  '[¦![a](¦`¦{{<¦"¦](¦(¦<¦#¦\\(¦[a]:¦[code]¦[aa]¦\n-¦~~~\n¦[gallery ¦: &a ¦\n    ¦\0¦``` ¦<img ',
  '<img src="¦- `\n¦ #¦ ',
].flatMap((line) => line.split('¦'));
const TAGS = [
  '<¦<div>¦</p>¦<a>¦&¦$$¦<p>¦<br>¦<li¦<!--¦<pre>¦<!---->¦\\(¦\\[¦<p>$$¦$$<br>¦<p>\n¦\\[\\\\',
  '<!--more¦<pre ¦<!-- wp:a ¦<img src="¦<iframe ¦\n¦ ¦\n \n¦<math data-latex="">',
  '<!-- wp:math {} -->¦<!-- wp:syntaxhighlighter/code --><pre>',
].flatMap((line) => line.split('¦'));

function filesOf(content: Readonly<Record<string, string>>): SourceFiles {
  return {
    name: 'site',
    paths: Object.keys(content).sort(),
    close: async () => undefined,
    read: async (path) => ({ ok: true, value: Buffer.from(content[path] ?? '') }),
    stream: async () => {
      throw new Error('Nothing is streamed');
    },
  };
}

async function readSource(content: Readonly<Record<string, string>>): Promise<void> {
  const source = await recognize(filesOf(content), { siteUrl: 'https://a.test' });
  for (const item of source.ok ? source.value.items : []) {
    if (item.kind === 'post') await item.load();
  }
}

async function readChunks(text: string): Promise<void> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += 1_000) yield Buffer.from(text.slice(at, at + 1_000));
  }
  for await (const _ of readLines(chunks(), { maxLength: 1_000_000 }));
}

type Readers = Readonly<Record<string, (text: string) => unknown>>;

/** What reads text that an export brings. A new function is one line here. */
const OF_TEXT: Readers = {
  'read-lines': (text) => readChunks(text.toWellFormed()),
  'front matter, TOML': (text) => splitFrontMatter(`+++\na = ${text}\n+++\n`),
  'front matter, JSON': (text) => splitFrontMatter(`{\n"a": ${text}\n}\n`),
  'front matter, open': (text) => splitFrontMatter(`---\na: ${text}`),
  'front matter, none': (text) => splitFrontMatter(text),
  'post file': (text) => readMarkdownPost(Buffer.from(`a${text}`), 'a.md'),
  'fields of a post': (text) => {
    const value = JSON.stringify(text.toWellFormed().slice(0, 10_000));
    const names = ['title', 'slug', 'date', 'tags', 'url', 'aliases', 'description', 'image'];
    const lines = names.map((name) => `${name}: ${value}\n`).join('');
    return readMarkdownPost(Buffer.from(`---\n${lines.slice(0, 60_000)}---\n`), 'a.md');
  },
  'code ranges': codeRanges,
  'URLs in Markdown': (text) => findUrls(text, 'markdown'),
  'description of Markdown': markdownDescription,
  'shortcodes and Liquid': (text) => [showTemplates(text), withoutTemplates(text)],
  'shortcodes of WordPress': (text) =>
    convertWordpress(text, { picture: () => undefined, ownPictures: [] }),
  dates: toIsoDate,
  slugs: (text) => [plainSlug(text), fileSlug(text)],
  'paths of redirects': (text) => [redirectPath(`/${text}`), redirectLocation(`/${text}`)],
  'redirects of an export': (text) => readRedirects(`from,to,post,created\n${text}`),
};

/** Each error of YAML costs some microseconds: shorter texts do. */
const OF_YAML: Readers = {
  'front matter, YAML': (text) => splitFrontMatter(`---\na: ${text}\n---\n`),
  'front matter, keys': (text) => splitFrontMatter(`---\n${text}\n---\n`),
  'redirects of a former site': (text) =>
    addFormerRedirects(filesOf({ _redirects: text, 'redirects.yaml': `a: ${text}` }), [], []),
  'document of an export': (text) => readDocument(`---\na: ${text}\n---\n`),
};

const OF_HTML: Readers = {
  'format of a body': detectFormat,
  'body of HTML': (text) => asHtmlBody(`a<p>${text}`),
  'blank lines': withoutBlankLines,
  'pictures that scripts show': (text) => withShownPictures(text, 'html'),
  'embedded pages': (text) => linkEmbeds(`<iframe>${text}`, 'html'),
  formulas: (text) => withFormulas(`\\( ${text}`),
  'URLs in HTML': (text) => findUrls(text, 'html'),
  'URLs in a tag': (text) => findUrls(`<img ${text}>`, 'html'),
  'description of HTML': htmlDescription,
  'text of HTML': htmlText,
  'cards of Ghost': (text) => withPlainCards(`<div class="kg-bookmark-card">${text}`),
  'paragraphs of WordPress': autop,
  'blocks of WordPress': withoutBlockComments,
  'shortcodes of WordPress': (text) =>
    convertWordpress(text, { picture: () => undefined, ownPictures: [] }),
  WordPress: (text) => readSource({ 'a.xml': `${WXR}<content:encoded><![CDATA[${text}]]>${END}` }),
  Ghost: (text) =>
    readSource({ 'a.json': JSON.stringify({ data: { posts: [{ id: 1, html: text }] } }) }),
};

const WXR =
  '<rss><channel><link>http://wordpress.org/export/</link><wp:wxr_version>1</wp:wxr_version><item><wp:post_id>1</wp:post_id>';
const END = '</content:encoded></item></channel></rss>';

it.each([
  ['text', OF_TEXT, MARKS, 60_000],
  ['YAML', OF_YAML, MARKS, 2_000],
  ['HTML', OF_HTML, TAGS, 10_000],
])(
  'hostile %s of an export is read in a moment, whatever it repeats',
  async (_, readers, marks, length) => {
    const slow: string[] = [];
    for (const [name, read] of Object.entries(readers)) {
      for (const mark of marks) {
        const text = mark.repeat(Math.ceil(length / mark.length));
        if ((await processorTime(() => read(text))) > 2_000) slow.push(`${name}: ${mark}`);
      }
    }
    expect(slow).toEqual([]);
  },
  120_000,
);

it('100,000 nested elements are refused or flattened in every system, and end nothing', async () => {
  const html = '<div>'.repeat(100_000);
  for (const [name, read] of Object.entries(OF_HTML)) {
    expect([name, await Promise.resolve(read(html)).then(() => 'read')]).toEqual([name, 'read']);
  }
});

it('front matter of more than 64 KB is refused in words, at once, whatever it holds', () => {
  const keys = Array.from({ length: 200_000 }, (_, at) => `k${at}: ${at}\n`).join('');
  const anchors = Array.from({ length: 20_000 }, (_, at) => `k${at}: &a${at} x\n`).join('');
  for (const fields of [keys, anchors]) {
    expect(splitFrontMatter(`---\n${fields}---\nText`)).toMatchObject({
      failure: { detail: expect.stringContaining('64 KB') },
    });
  }
  const few = Array.from({ length: 5_000 }, (_, at) => `k${at}: ${at}\n`).join('');
  const { matter, body } = unwrap(splitFrontMatter(`---\n${few}---\n${'Text\n'.repeat(100_000)}`));
  expect([Object.keys(matter).length, body.length]).toEqual([5_000, 500_000]);
});
