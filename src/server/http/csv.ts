import { Readable } from 'node:stream';

/** Streams a CSV file. */
export function csvResponse(fileName: string, lines: AsyncIterable<string>): Response {
  return downloadResponse(fileName, 'text/csv', lines);
}

/** Streams a file of text. */
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
