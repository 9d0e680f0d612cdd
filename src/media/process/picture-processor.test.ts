import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { BusyError } from '../../server/failure.ts';
import { processPicture } from '../process-picture.ts';
import { createPictureProcessor } from './picture-processor.ts';

async function makeChild(code: string): Promise<URL> {
  const folder = makeFolder();
  const module = join(folder, 'child.mjs');
  await writeFile(module, `process.once('message', () => { ${code} }); process.send('ready');`);
  return pathToFileURL(module);
}

const unreadable = {
  ok: false,
  failure: { kind: 'invalid', issues: [{ type: 'picture_unreadable' }] },
};

it('a picture comes out of another process as it would out of this one', async () => {
  const file = await makePng();
  expect(await createPictureProcessor()(file)).toEqual(await processPicture(file));
  const text = Buffer.from('no picture');
  expect(await createPictureProcessor()(text)).toEqual(await processPicture(text));
});

it('a picture that breaks the decoder costs its own process alone', async () => {
  const child = await makeChild("process.kill(process.pid, 'SIGSEGV')");
  expect(await createPictureProcessor({ child })(Buffer.of(1))).toMatchObject(unreadable);
});

it('a picture that never ends is ended', async () => {
  const child = await makeChild('for (;;);');
  const process = createPictureProcessor({ child, timeout: 300 });
  expect(await process(Buffer.of(1))).toMatchObject(unreadable);
});

it('a picture that waits too long for others is refused, and holds up none behind it', async () => {
  const child = await makeChild('for (;;);');
  const process = createPictureProcessor({ child, timeout: 600, maxWait: 300 });
  const first = process(Buffer.of(1));
  await expect(process(Buffer.of(2))).rejects.toThrow(BusyError);
  expect(await first).toMatchObject(unreadable);
  expect(await process(Buffer.of(3))).toMatchObject(unreadable);
});

it('a mistake of the program is not taken for one of the picture', async () => {
  const child = await makeChild('process.exit(1)');
  const process = createPictureProcessor({ child });
  await expect(process(Buffer.of(1))).rejects.toThrow(/status 1$/);
});
