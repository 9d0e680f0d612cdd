import { caller } from '../../../admin/caller.ts';
import { download } from '../../../admin/download.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import type { citedWorks } from '../../../posts/api/cited-works.ts';
import { Button } from '../../../ui/button.tsx';

const api = caller<typeof citedWorks>(download());

/** Downloads the works that all posts cite. */
export function ExportReferences() {
  const { isBusy, failure, submit } = useSubmit();
  const save = () =>
    submit(
      () => api('GET', '/admin/references/export'),
      'The references were not exported. Please try again.',
    );
  return (
    <>
      <p className="mt-6 max-w-[60ch] text-muted text-sm">
        Every work that a post cites, drafts included, in one BibTeX file for reference managers.
      </p>
      {failure !== null && (
        <div className="mt-4">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <Button variant="secondary" className="mt-4" disabled={isBusy} onClick={() => void save()}>
        {isBusy ? 'Exporting…' : 'Export all references'}
      </Button>
    </>
  );
}
