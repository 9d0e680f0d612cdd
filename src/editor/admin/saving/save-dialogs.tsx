import { useState } from 'react';
import { ChoiceField } from '../../../admin/choice-field.tsx';
import { Dialog } from '../../../admin/dialog.tsx';
import { EmailText } from '../../../admin/email-text.tsx';
import { storedSession } from '../../../admin/session/session.ts';
import { timeWithDate } from '../../../admin/times.ts';
import type { FindingPlace } from '../../../posts/admin/findings/show-finding.ts';
import type { PostFormValues } from '../../../posts/admin/post-form-values.ts';
import { TextDiff, VersionDiff } from '../../../posts/admin/revisions/version-diff.tsx';
import { isBlocking } from '../../../posts/blocking.ts';
import type { Finding } from '../../../text/finding.ts';
import { Button } from '../../../ui/button.tsx';
import { savedValues } from '../post-form/read-stored.ts';
import { FindingsList } from '../writing/findings-list.tsx';
import { CHOICES, type Choice, type Disagreement } from './merge.ts';
import type { Conflict } from './send-save.ts';

type PublicationDialogProps = {
  findings: readonly Finding[];
  onAnswer: (publishes: boolean) => void;
  /** Called once the dialog is gone, which gives the focus back. */
  onShow: (place: FindingPlace) => void;
};

export function PublicationDialog({ findings, onAnswer, onShow }: PublicationDialogProps) {
  const isForbidden = findings.some(isBlocking);
  const back = () => onAnswer(false);
  return (
    <Dialog title="Before you publish" onCancel={back}>
      <p className="mt-3 text-muted text-sm">
        {isForbidden
          ? 'Errors must be fixed before publishing. You can still save a draft.'
          : 'Warnings do not prevent publishing.'}
      </p>
      <div className="mt-4">
        <FindingsList
          id="publication-findings"
          findings={findings}
          onShow={(place) => {
            back();
            setTimeout(onShow, 0, place);
          }}
        />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={back}>Back to editing</Button>
        {isForbidden ? null : (
          <Button variant="secondary" onClick={() => onAnswer(true)}>
            Publish with {findings.length === 1 ? 'this warning' : 'these warnings'}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Which version, or of each disagreement in a merged one; back: the writer decides later. */
export type ConflictAnswer = 'mine' | 'theirs' | 'back' | readonly Choice[];

type ConflictDialogProps = {
  conflict: Conflict;
  disagreements: readonly Disagreement[];
  ours: PostFormValues;
  onAnswer: (answer: ConflictAnswer) => void;
};

export function ConflictDialog({ conflict, disagreements, ours, onAnswer }: ConflictDialogProps) {
  const { stored } = conflict;
  const [choices, setChoices] = useState<readonly Choice[]>(() => disagreements.map(() => 'both'));
  const before = stored.changes === null ? 'Saved now' : 'Saved, not public';
  return (
    <Dialog title="Two versions" width="wide" onCancel={() => onAnswer('back')}>
      <p className="mt-2 text-muted text-sm">
        <EmailText text={savedElsewhere(conflict)} /> Nothing of yours has been saved yet.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {/* First, since it has the focus: a writer may still be typing. */}
        <Button variant="quiet" onClick={() => onAnswer('back')}>
          Back to editing
        </Button>
        <Button onClick={() => onAnswer(choices)}>Merge</Button>
        <Button variant="danger" onClick={() => onAnswer('mine')}>
          Keep mine
        </Button>
        <Button variant="danger" onClick={() => onAnswer('theirs')}>
          Take theirs
        </Button>
      </div>
      <section
        aria-label="Both versions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be scrollable by keyboard
        tabIndex={0}
        className="mt-4 max-h-[55vh] space-y-5 overflow-y-auto rounded-card border border-line p-5"
      >
        {disagreements.map(({ mine, theirs }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is known by its number
          <div key={index} className="space-y-2">
            <ChoiceField
              label={`Changed in both, place ${index + 1}: merge takes`}
              value={choices[index]}
              onChange={({ target }) => setChoices(choices.with(index, target.value as Choice))}
              choices={CHOICES}
            />
            <TextDiff before={theirs} after={mine} />
          </div>
        ))}
        <VersionDiff
          before={savedValues(stored)}
          after={ours}
          labels={{ before, after: 'Yours' }}
        />
      </section>
    </Dialog>
  );
}

/** "ben@ligara.example saved this post at 12:03 PM." */
function savedElsewhere({ stored, savedAt, savedBy }: Conflict): string {
  const what = stored.changes === null ? 'this post' : 'unpublished changes to this post';
  const time = timeWithDate(savedAt);
  if (savedBy === storedSession()?.email) return `You saved ${what} at ${time}, in another window.`;
  return `${savedBy ?? 'The program'} saved ${what} at ${time}.`;
}
