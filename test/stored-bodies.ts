import { readFileSync } from 'node:fs';
import { renderBody } from '../src/rendering/body.ts';
import { standaloneBody } from '../src/rendering/standalone.ts';

/**
 * What becomes of the bodies of a file, each of which follows a line `§ what it shows`: the HTML of the page, a block
 * to a line; its format, words and text; findings, molecules and files of data; and with formulas or pictures of the
 * library, what feeds and mails show. `␍` is a carriage return; `…` stands for the lines of drawings.
 */
export async function renderStored(url: URL): Promise<string> {
  const bodies = readFileSync(url, 'utf8').replaceAll('␍', '\r').split(/^§ /m).slice(1);
  const parts: string[] = [];
  // One by one: MathJax in this thread has one document.
  for (const body of bodies) parts.push(await renderPart(body.trimEnd()));
  return parts.join('\n');
}

async function renderPart(body: string): Promise<string> {
  const [, title = '', content = ''] = /^(.*)\n?([\s\S]*)$/.exec(body) ?? [];
  const { html, text, words, format, findings, molecules, dataFiles } = await renderBody(content);
  const standalone = standaloneBody(html, 'https://site.test/blog/a');
  const mail = /data-tex|<source/.test(html) ? [`in mails: ${standalone}`] : [];
  return [
    `§ ${title}`,
    shown(html),
    `${format}, ${words} words: ${text.replaceAll('\n', ' ¶ ')}`,
    ...findings.map(({ line, column, code, severity, message }) => {
      const place = column === undefined ? line : `${line}:${column}`;
      return `${severity} at ${place}: ${code}: ${message}`;
    }),
    ...molecules.map(({ molecule: { inchikey, formula }, ...place }) => {
      return `molecule: ${inchikey} ${formula} ${JSON.stringify(place)}`;
    }),
    ...dataFiles.map((file) => `data: ${JSON.stringify(file)}`),
    ...mail.map(shown),
    '',
  ].join('\n');
}

function shown(html: string): string {
  return html
    .replace(
      /(?<=.)(?=<(?:blockquote|details|figure|g|h\d|math|ol|p|pre|section|svg|table|text|tr|ul)\b)/g,
      '\n',
    )
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll('\u2060', '&NoBreak;')
    .replace(/(<path(?: (?!d=)[\w-]+="[^"]*")* d=")[MLQCZTHVhv\d. -]{60,}"/g, '$1…"')
    .replace(/\/drawings\/[0-9a-f]{32}/g, '/drawings/…');
}
