import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string;
  data?: string | Buffer;
  /** Unix mode: a symbolic link is 0o120777. */
  mode?: number;
  /** General purpose flags: 1 is encrypted. */
  flags?: number;
  isDeflated?: boolean;
  /** The size that the directory tells, which may lie. */
  uncompressedSize?: number;
};

/** An archive of any entries, also as no program writes it (APPNOTE.TXT 6.3.10, section 4.3). */
export function writeZip(entries: readonly ZipEntry[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data = '', mode = 0, flags = 0, isDeflated = false, ...entry } of entries) {
    const [path, content] = [Buffer.from(name), Buffer.from(data)];
    const stored = isDeflated ? deflateRawSync(content) : content;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags | 0x800, 2);
    common.writeUInt16LE(isDeflated ? 8 : 0, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(stored.length, 14);
    common.writeUInt32LE(entry.uncompressedSize ?? content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE((mode << 16) >>> 0, 6);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, stored]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, place, path]));
    parts.push(local);
    offset += local.length;
  }
  const all = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, all, end, Buffer.from(comment)]);
}
