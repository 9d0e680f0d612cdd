import { caller } from '../../admin/caller.ts';
import { download } from '../../admin/download.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { useSubmit } from '../../admin/use-submit.ts';
import type { citedWorks } from '../../posts/api/cited-works.ts';
import { Button } from '../../ui/button.tsx';
import type { siteExport } from '../api/site-export.ts';

const exporting = caller<typeof siteExport>(download());
const exportingWorks = caller<typeof citedWorks>(download());

/** Downloads the content of the site, or the works that all posts cite; for administrators. */
export function Exports() {
  const { isBusy, failure, submit } = useSubmit();
  const exportSite = () =>
    submit(
      () => exporting('POST', '/admin/export'),
      'The export was not complete. Please try again.',
    );
  const exportReferences = () =>
    submit(
      () => exportingWorks('GET', '/admin/references/export'),
      'The references were not exported. Please try again.',
    );
  return (
    <>
      <h2 className="font-medium text-lg">Export</h2>
      <p className="mt-1 max-w-[60ch] text-muted text-sm">
        All posts as Markdown, pictures and files, references, redirects, authors and the glossary,
        in one zip of plain files that other programs can read, and that this one imports. Earlier
        versions, accounts, enquiries and subscribers are not included: a backup has them.
      </p>
      {failure !== null && (
        <div className="mt-4">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <Button
        variant="secondary"
        className="mt-4"
        disabled={isBusy}
        onClick={() => void exportSite()}
      >
        {isBusy ? 'Exporting…' : 'Export the site'}
      </Button>
      <p className="mt-6 max-w-[60ch] text-muted text-sm">
        Every work that a post cites, drafts included, in one BibTeX file for reference managers.
      </p>
      <Button
        variant="secondary"
        className="mt-4"
        disabled={isBusy}
        onClick={() => void exportReferences()}
      >
        Export all references
      </Button>
    </>
  );
}
