type Options = {
  status: number;
  headers?: Headers;
  /** The content security policy; undefined for none. */
  policy: string | undefined;
};

/** The pieces of the page are encoded into one buffer: each copy of a page takes a millisecond. */
export function pageResponse(
  pieces: readonly string[],
  { status, headers = new Headers(), policy }: Options,
): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (policy !== undefined) headers.set('Content-Security-Policy', policy);
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const body = Buffer.allocUnsafe(length);
  let at = 0;
  for (const piece of pieces) at += body.write(piece, at);
  return new Response(body, { status, headers });
}
