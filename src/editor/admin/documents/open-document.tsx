import { FileUp } from 'lucide-react';
import { chooseFiles } from '../../../admin/choose-files.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { useDroppedFiles } from '../../../media/admin/use-dropped-files.ts';
import { Button } from '../../../ui/button.tsx';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import type { PostValues } from '../post-form/use-post-values.ts';
import { isDocument, useOpenDocument } from './use-open-document.ts';

const ACCEPTED = '.docx,.md,.markdown,.qmd,image/*';

type OpenDocumentProps = {
  values: PostValues;
  /** In full-page writing only the notice is shown. */
  isFullPage: boolean;
  /** Called when the form holds a document, which its writer will want to look through. */
  onOpened: () => void;
};

/** Opens a document into a new post: chosen, or dropped anywhere on the page. */
export function OpenDocument({ values, isFullPage, onOpened }: OpenDocumentProps) {
  const { reading, outcome, open, cancel, dismiss } = useOpenDocument(values, onOpened);
  const isDragOver = useDroppedFiles(open, isDocument);

  return (
    <section aria-label="Open a document" className="mb-5 space-y-4">
      <div
        className={`${isFullPage ? 'hidden' : 'flex'} flex-wrap items-center gap-x-5 gap-y-3 rounded-card border border-dashed bg-surface px-5 py-2.5 transition-colors ${isDragOver ? 'border-teal bg-teal/8' : 'border-muted/70'}`}
      >
        <p role="status" className="min-w-0 flex-1 basis-64 text-sm [overflow-wrap:anywhere]">
          {reading === null ? (
            <>
              Start from a Word document or a Markdown file.{' '}
              <span className="pointer-coarse:hidden">Drop it here, or open it.</span>
            </>
          ) : (
            `Reading ${reading}…`
          )}
        </p>
        <Button
          variant="secondary"
          onClick={reading === null ? () => chooseFiles(ACCEPTED, open) : cancel}
        >
          {reading === null ? <FileUp aria-hidden className="size-4" /> : null}
          {reading === null ? 'Open a document' : 'Cancel'}
        </Button>
      </div>
      {outcome !== null && 'message' in outcome ? (
        <ErrorBox>
          {outcome.name}: {outcome.message}
        </ErrorBox>
      ) : null}
      {outcome !== null && 'notes' in outcome ? (
        <NoticeBox role="status" className="space-y-3">
          <p ref={focusOnMount} tabIndex={-1}>
            {outcome.name} is in the form below as a draft, not saved yet. Compare them: what a post
            cannot hold, such as comments, charts and links of citations to their references, is
            left out. {outcome.notes.join(' ')}
          </p>
          <Button
            variant="secondary"
            onClick={() => {
              dismiss();
              values.writing.field.current?.focus();
            }}
          >
            Close
          </Button>
        </NoticeBox>
      ) : null}
    </section>
  );
}
