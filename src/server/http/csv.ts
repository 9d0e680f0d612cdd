import { Readable } from 'node:stream';

/** Streams a CSV file. */
export function csvResponse(fileName: string, lines: AsyncIterable<string>): Response {
  const bytes = Readable.from(lines, { objectMode: false });
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    },
  });
}
