import { caller } from '../../admin/caller.ts';
import { DownloadButton, download } from '../../admin/download.tsx';
import type { citedWorks } from '../../posts/api/cited-works.ts';
import type { siteExport } from '../api/site-export.ts';

const exporting = caller<typeof siteExport>(download);
const exportingWorks = caller<typeof citedWorks>(download);

export function Exports() {
  return (
    <>
      <h2 className="font-medium text-lg">Export</h2>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        All posts as Markdown, pictures and files, references, redirects, authors and the glossary,
        in one zip of plain files that other programs can read, and that this one imports. Earlier
        versions, accounts, enquiries and subscribers are not included: a backup has them.
      </p>
      <DownloadButton call={() => exporting('POST', '/admin/export')}>
        Export the site
      </DownloadButton>
      <p className="mt-6 max-w-[60ch] text-muted text-sm">
        Every work that a post cites, drafts included, in one BibTeX file for reference managers.
      </p>
      <DownloadButton call={() => exportingWorks('GET', '/admin/references/export')}>
        Export all references
      </DownloadButton>
    </>
  );
}
