import { Dialog } from '../../../admin/dialog.tsx';
import type { FindingPlace } from '../../../posts/admin/findings/show-finding.ts';
import { isBlocking } from '../../../text/blocking.ts';
import type { Finding } from '../../../text/finding.ts';
import { Button } from '../../../ui/button.tsx';
import { FindingsList } from '../writing/findings-list.tsx';

type PublicationDialogProps = {
  findings: readonly Finding[];
  onPublish: () => void;
  /** @param place where the writer wants to go on; null where they were */
  onBack: (place: FindingPlace | null) => void;
};

/** What a writer should know before a post is published; some of it forbids the publication. */
export function PublicationDialog({ findings, onPublish, onBack }: PublicationDialogProps) {
  const blocking = findings.filter(isBlocking).length;
  return (
    <Dialog title="Before you publish" onCancel={() => onBack(null)}>
      <p className="mt-3 text-muted text-sm">
        {blocking > 0
          ? 'Errors must be fixed before publishing. You can still save a draft.'
          : 'Warnings do not prevent publishing.'}
      </p>
      <div className="mt-4">
        <FindingsList id="publication-findings" findings={findings} onShow={onBack} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={() => onBack(null)}>Back to editing</Button>
        {blocking > 0 ? null : (
          <Button variant="secondary" onClick={onPublish}>
            Publish with {findings.length === 1 ? 'this warning' : 'these warnings'}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
