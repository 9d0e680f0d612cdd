import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../test/make-folder.ts';
import { makePng } from '../../test/pictures.ts';
import { readTable } from '../../test/read-table.ts';
import { failureOf, unwrap } from '../../test/unwrap.ts';
import { drawSvg } from './draw-svg.ts';

const svg = (content: string, head = 'width="300" height="200"', prologue = '') =>
  Buffer.from(
    `${prologue}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude" ${head}>${content}</svg>`,
  );

const BACKGROUND = '<rect width="300" height="200" fill="#00f"/>';

async function wordsOf(file: Buffer): Promise<string> {
  const failure = failureOf(await drawSvg(file));
  return failure.kind === 'invalid' ? (failure.issues[0]?.msg ?? '') : failure.kind;
}

const draw = async (file: Buffer) => sharp(unwrap(await drawSvg(file)));

/** The colours of the four quarters of a drawing, as `#rrggbb`. */
async function coloursOf(file: Buffer): Promise<string[]> {
  const pixels = await (await draw(file))
    .flatten({ background: '#fff' })
    .resize(2, 2, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer();
  return [0, 3, 6, 9].map((at) => `#${pixels.subarray(at, at + 3).toString('hex')}`);
}

it('a drawing without a size of its own, or with an unusual shape, is drawn whole', async () => {
  const size = async (file: Buffer) => (await draw(file)).metadata();
  const wide = svg('<circle r="9"/>', 'viewBox="0 0 24 12"');
  expect(await size(wide)).toMatchObject({ width: 2400, height: 1200 });
  const tall = svg('<rect width="9" height="99"/>', 'width="10" height="1000"');
  expect(await size(tall)).toMatchObject({ height: 4096 });
});

it('scripts, event handlers and HTML in a drawing are not drawn, and the rest is', async () => {
  const hostile = svg(
    `<script>document.title = 1</script>${BACKGROUND}<foreignObject width="300" height="200"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="javascript:alert(1)"/></body></foreignObject><a href="javascript:alert(1)"><rect width="1" height="1"/></a>`,
    'width="300" height="200" onload="alert(1)"',
  );
  expect(await coloursOf(hostile)).toEqual(Array(4).fill('#0000ff'));
});

it('what a drawing embeds is drawn', async () => {
  const red = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const image = `<image width="300" height="200" preserveAspectRatio="none" href="data:image/png;base64,${red.toString('base64')}"/>`;
  expect(await coloursOf(svg(BACKGROUND + image))).toEqual(Array(4).fill('#ff0000'));
  const symbol = '<defs><rect id="r" width="300" height="200" fill="#0f0"/></defs><use href="#r"/>';
  expect(await coloursOf(svg(BACKGROUND + symbol))).toEqual(Array(4).fill('#00ff00'));
});

it('no drawing reads a file of the server or calls another one, also where nobody refuses it', async () => {
  const folder = makeFolder();
  const secret = join(folder, 'secret.png');
  await writeFile(secret, await makePng());
  await writeFile(join(folder, 'secret.txt'), 'fill:#f00');
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const remote = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const local = pathToFileURL(secret).href;
  for (const place of [remote, local, secret, `//${remote.slice(5)}`]) {
    for (const [row = ''] of readTable(new URL('./references-in-svg.tsv', import.meta.url))) {
      const content = row.replaceAll('{place}', place);
      const file = svg(BACKGROUND + content);
      expect([content, await wordsOf(file)]).toEqual([content, expect.stringMatching(/outside/)]);
      // Past the check, librsvg itself must not load anything either.
      const drawn = await sharp(file)
        .flatten()
        .raw()
        .toBuffer()
        .catch(() => null);
      const isRed = drawn?.some((value, at) => at % 3 === 0 && value > 150);
      expect([content, isRed ?? false]).toEqual([content, false]);
    }
  }
  const doctype = (entity: string) => `<!DOCTYPE svg [<!ENTITY x ${entity}>]>`;
  for (const place of [remote, local]) {
    for (const entity of [`SYSTEM "${place}"`, `PUBLIC "x" "${place}"`]) {
      const file = svg('<text>&x;</text>', 'width="9" height="9"', doctype(entity));
      expect(await wordsOf(file)).toMatch(/entities/);
      await sharp(file)
        .toBuffer()
        .catch(() => null);
    }
    const external = `<!DOCTYPE svg SYSTEM "${place}">`;
    await drawSvg(svg(BACKGROUND, undefined, external));
  }
  expect(requests).toEqual([]);
});

it('a drawing that would cost too much, is damaged or not in UTF-8 is refused in words, at once', async () => {
  const levels = Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`,
  );
  const entities = `<!DOCTYPE svg [<!ENTITY l0 "ha">${levels.join('')}]>`;
  const utf16 = '<?xml version="1.0" encoding="UTF-16"?>';
  for (const [file, words] of [
    [svg('<text>&l9;</text>', undefined, entities), /entities/],
    [svg('', 'width="1000000000" height="1000000000"'), /damaged|wide/],
    [svg('', 'width="1000000" height="5"'), /too wide/],
    [svg('<path d="M0 0"/>'.repeat(100_000)), /100,001 elements/],
    [svg(BACKGROUND).subarray(0, 200), /damaged/],
    [svg('', ''), /damaged|empty/],
    [Buffer.from(`\u{FEFF}${svg(BACKGROUND)}`, 'utf16le'), /UTF-8/],
    [svg(BACKGROUND, undefined, utf16), /UTF-8/],
  ] as const) {
    const start = performance.now();
    expect(await wordsOf(file)).toMatch(words);
    expect(performance.now() - start).toBeLessThan(5_000);
  }
});

it('references that multiply without end cost bounded time', async () => {
  const levels = Array.from(
    { length: 25 },
    (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`,
  );
  const drawing = svg(
    `<defs><rect id="g0" width="1" height="1"/>${levels.join('')}</defs><use href="#g25"/>`,
  );
  await drawSvg(drawing);
  const loop = svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>');
  await drawSvg(loop);
}, 30_000);
