import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../test/make-folder.ts';
import { writeZip, type ZipEntry } from '../../test/write-zip.ts';
import { openFiles, readBytes, readText } from './files.ts';

async function open(zip: Buffer) {
  return openFiles(join(makeFolder({ 'a.bin': zip }), 'a.bin'));
}

async function reasonOf(entries: readonly ZipEntry[]): Promise<string> {
  const error: unknown = await open(writeZip(entries)).catch((thrown) => thrown);
  return (error as Error).message;
}

describe('an archive', () => {
  it('is told by its content, and read in place', async () => {
    const zip = writeZip([
      { name: 'b/' },
      { name: 'b/c.md', data: 'C', isDeflated: true },
      { name: 'a.md', data: 'A', mode: 0o100644 },
      { name: '__MACOSX/a.md', data: 'x' },
      { name: 'b/.DS_Store', data: 'x' },
    ]);
    const files = await open(zip);
    expect(files.paths).toEqual(['a.md', 'b/c.md']);
    expect(await readText(files, 'b/c.md')).toBe('C');
    expect(await readText(files, 'a.md')).toBe('A');
    await expect(readBytes(files, '../a.md')).rejects.toThrow('missing');
    files.close();
  });

  it('of macOS or of old Windows has its files by their names', async () => {
    const zip = writeZip([{ name: 'ordner\\a.md', data: 'A' }, { name: 'über.md' }]);
    // Nothing says that the names are UTF-8.
    for (const [signature, flags] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const) {
      for (let at = zip.indexOf(signature); at !== -1; at = zip.indexOf(signature, at + 1)) {
        zip.writeUInt16LE(0, at + flags);
      }
    }
    const files = await open(zip);
    expect(files.paths).toEqual(['ordner/a.md', 'über.md']);
    expect(await readText(files, 'ordner/a.md')).toBe('A');
    files.close();
  });

  const empty = { data: Buffer.alloc(1024), isDeflated: true, uncompressedSize: 0xfffffff0 };

  it.each<[what: string, entries: ZipEntry[], reason: RegExp]>([
    ['leads out of itself', [{ name: 'a/../../b.md' }], /\.\.|out of/],
    ['leads to the root', [{ name: '/etc/passwd' }], /absolute/],
    ['leads to a drive', [{ name: 'C:/b.md' }], /absolute/],
    ['leads out of itself by backslashes', [{ name: 'a\\..\\..\\b.md' }], /\.\.|out of/],
    ['has a file twice by backslashes', [{ name: 'a/b.md' }, { name: 'a\\b.md' }], /twice/],
    ['has a file twice', [{ name: 'a.md' }, { name: 'a.md' }], /twice/],
    ['has a symbolic link', [{ name: 'a.md', data: '/etc/passwd', mode: 0o120777 }], /link/],
    ['has a device', [{ name: 'a.md', mode: 0o060644 }], /not a file/],
    ['is encrypted', [{ name: 'a.md', data: 'x', flags: 1, isDeflated: true }], /encrypted/],
    [
      'is a bomb',
      [{ name: 'a.md', data: Buffer.alloc(4 * 1024 * 1024), isDeflated: true }],
      /200 times/,
    ],
    ['would fill a disk', ['a', 'b', 'c'].map((name) => ({ ...empty, name })), /200 times/],
  ])('that %s is refused in words, before anything of it is read', async (_, entries, reason) => {
    expect(await reasonOf(entries)).toMatch(reason);
  });

  it('that is cut off, or no archive behind its first bytes, is refused in words', async () => {
    const zip = writeZip([{ name: 'a.md', data: 'A' }]);
    const none = Buffer.from('PK\x03\x04 and nothing');
    for (const broken of [zip.subarray(0, -30), none, zip.subarray(0, 8)]) {
      await expect(open(broken)).rejects.toThrow(/^The archive is damaged: /);
    }
  });

  it('that holds more than it says gives no file that is too large', async () => {
    const zip = writeZip([
      { name: 'a.md', data: Buffer.alloc(100_000), isDeflated: true, uncompressedSize: 10 },
    ]);
    const files = await open(zip);
    await expect(readBytes(files, 'a.md')).rejects.toThrow('cannot be read');
    files.close();
  });

  it('with more entries than anybody has is refused', async () => {
    const entries = Array.from({ length: 60_001 }, (_, at) => ({ name: `${at}` }));
    expect(await reasonOf(entries)).toContain('60001 entries');
  });
});
