import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createZipWriter } from './zip-writer.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MIB = 1024 * 1024;
const MODIFIED = { modified: '2026-03-01T09:00:00.000Z' };

describe('an archive that is being written', () => {
  it('holds nothing of the files that are in it already, however many there are', async () => {
    const zip = createZipWriter(new AbortController().signal, () => undefined);
    zip.output.resume();
    const used = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers / MIB;
    };
    const before = used();
    for (let number = 0; number < 2_000; number++) {
      await zip.addText(`posts/${number}.md`, 'A sentence of a post. '.repeat(200), MODIFIED);
    }
    expect(used() - before).toBeLessThan(12);
  });

  it('stops asking for content when its reader leaves', async () => {
    const leaving = new AbortController();
    const zip = createZipWriter(leaving.signal, () => undefined);
    zip.output.on('error', () => undefined);
    async function* endless() {
      for (;;) {
        yield 'x'.repeat(MIB);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const adding = zip.add('endless.txt', endless(), { ...MODIFIED, isCompressed: false });
    leaving.abort(new Error('Left'));
    await expect(adding).rejects.toThrow('aborted');
    await expect(zip.addText('more.txt', 'x', MODIFIED)).rejects.toThrow('Left');
  });
});
