import { Readable } from 'node:stream';
import { z } from '@hono/zod-openapi';
import { call, calls } from '../../accounts/api/call.ts';
import { FailureError, unwrap } from '../../server/http/error-responses.ts';
import type { Site } from '../../site.ts';
import { ExportAbandonedError, exportSite } from '../export.ts';

type SiteExportDeps = {
  site: Site;
  /** Called with what ends an export that its reader still wants: the response has begun. */
  reportError: (error: unknown) => void;
};

/** The content of the site as one file. */
export function siteExport({ site, reportError }: SiteExportDeps) {
  // No GET: a HEAD would begin an export that nobody reads.

  return calls([
    call(
      {
        post: '/admin/export',
        summary: 'The content of the site as a zip, which is made while it is sent',
        for: 'administrator',
        200: {
          description: 'The file; a connection that breaks off before its end has left no archive',
          content: { 'application/zip': { schema: z.string() } },
        },
        409: 'Another export is under way',
      },
      async ({ by, recheck }) => {
        const { content, finished } = unwrap(exportSite(site, { by, recheck }));
        finished.catch((error: unknown) => {
          if (error instanceof ExportAbandonedError || error instanceof FailureError) return;
          reportError(error);
        });
        const name = `export-${site.now().slice(0, 10)}.zip`;
        return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
          headers: {
            'Content-Type': 'application/zip',
            'Content-Disposition': `attachment; filename="${name}"`,
            // The length of an archive is known at its end.
            'Cache-Control': 'no-store, no-transform',
          },
        });
      },
    ),
  ]);
}
