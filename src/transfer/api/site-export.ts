import { Readable } from 'node:stream';
import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { FailureError, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { exportSite } from '../export.ts';

/**
 * No GET: a HEAD would begin an export that nobody reads.
 *
 * @param reportError called with what ends an export that its reader still wants: the response has
 * begun
 */
export function siteExport(site: Site, reportError: (error: unknown) => void) {
  return calls([
    call({
      post: '/admin/export',
      summary: 'The content of the site as a zip, which is made while it is sent',
      for: 'administrator',
      200: {
        description: 'The file; a connection that breaks off before its end has left no archive',
        content: { 'application/zip': { schema: z.string() } },
      },
      409: 'Another export is under way',
    }).to(async ({ by, recheck }) => {
      const { content, finished } = unwrap(exportSite(site, { by, recheck }));
      finished.catch((error: Error) => {
        if (error.name !== 'AbortError' && !(error instanceof FailureError)) reportError(error);
      });
      const name = `export-${site.now().slice(0, 10)}.zip`;
      return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${name}"`,
        },
      });
    }),
  ]);
}
