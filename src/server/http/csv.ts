import { Readable } from 'node:stream';

export function downloadResponse(fileName: string, type: string, chunks: AsyncIterable<string>) {
  const bytes = Readable.from(chunks, { objectMode: false });
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  });
}
