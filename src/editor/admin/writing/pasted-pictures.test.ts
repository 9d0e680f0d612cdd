import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pictureSource, picturesOfRtf } from './pasted-pictures.ts';

const ORIGIN = 'https://ligara.example';
const PNG = [0x89, 0x50, 0x4e, 0x47];

const firstBytes = async (file: File | null | undefined) => [
  ...new Uint8Array((await file?.slice(0, 4).arrayBuffer()) ?? []),
];

test('a picture of Word is taken from the RTF, once', async () => {
  const pictures = picturesOfRtf(readFileSync('test/clipboard/word.rtf', 'latin1'));
  expect(pictures).toHaveLength(1);
  expect(pictures[0]).toMatchObject({ name: 'pasted.png', type: 'image/png', size: 866 });
  expect(await firstBytes(pictures[0])).toEqual(PNG);
  const source = pictureSource('file:///C:/a.png', pictures, ORIGIN);
  expect(source).toMatchObject({ kind: 'file', file: { name: 'pasted.png' } });
  // The next one has none left.
  expect(pictureSource('file:///C:/b.png', pictures, ORIGIN)).toMatchObject({ kind: 'lost' });
});

test('a metafile that no browser shows keeps its place among the pictures of RTF', () => {
  const rtf = String.raw`{\*\shppict{\pict\emfblip 0100}}{\*\shppict{\pict\jpegblip ffd8ff}}`;
  expect(picturesOfRtf(rtf)).toEqual([null, expect.objectContaining({ name: 'pasted.jpeg' })]);
});

test('a picture in the HTML itself is a file', async () => {
  const data = `${Buffer.from([...PNG, ...Buffer.alloc(200)]).toString('base64')}`;
  const source = pictureSource(`data:image/png;base64,${data}`, [], ORIGIN);
  expect(await firstBytes(source?.kind === 'file' ? source.file : null)).toEqual(PNG);
});

test.each([
  ['https://a.example/b.png', { kind: 'url', url: 'https://a.example/b.png' }],
  ['//a.example/b.png', { kind: 'url', url: 'https://a.example/b.png' }],
  [`${ORIGIN}/media/a/40x30.png`, { kind: 'url', url: '/media/a/40x30.png' }],
  [`data:image/png;base64,!${'a'.repeat(300)}`, { kind: 'lost' }],
  ['https://lh7-rt.googleusercontent.com/docsz/a?key=b', { kind: 'lost' }],
  ['https://eu-word-view.officeapps.live.com/a', { kind: 'lost' }],
  ['blob:https://a.example/b', { kind: 'lost' }],
  ['file:///tmp/a.png', { kind: 'lost' }],
  ['cid:a', { kind: 'lost' }],
  ['', null],
  ['data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', null],
])('the picture %s is %j', (src, expected) => {
  const source = pictureSource(src, [], ORIGIN);
  if (expected === null) expect(source).toBeNull();
  else expect(source).toMatchObject(expected);
});
