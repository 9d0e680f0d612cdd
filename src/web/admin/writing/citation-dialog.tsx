import { useState } from 'react';
import type { Reference } from '../../../domain/posts/post.ts';
import { issuedYear } from '../../../domain/science/references/csl.ts';
import { keyFor } from '../../../domain/science/references/keys.ts';
import { citedNames } from '../../../domain/science/references/names.ts';
import { TextField } from '../../ui/field.tsx';
import { PasteReferences } from '../post-form/paste-references.tsx';
import { useModal } from '../use-modal.ts';
import { CHOICE, ChooserDialog } from './chooser-dialog.tsx';
import type { NewCitation } from './citation-edit.ts';

/** Characters of a page or a section. */
const MAX_LOCATOR = 200;

/** Changes the references of the form as they are now. */
export type ChangeReferences = (change: (now: readonly Reference[]) => Reference[]) => void;

type CitationDialogProps = {
  references: readonly Reference[];
  changeReferences: ChangeReferences;
  /** @param index of the reference, which gets the key if it has none */
  onCite: (citation: NewCitation, index: number) => void;
  /** Also after a citation. */
  onClose: () => void;
};

/** Asks which of the post's references the text cites, found by key, title, authors and year. */
export function CitationDialog(props: CitationDialogProps) {
  const { references, changeReferences, onCite, onClose } = props;
  const modal = useModal();
  const [typed, setTyped] = useState('');
  const [locator, setLocator] = useState('');
  /** At first; then the writer's. */
  const [isPasting] = useState(references.length === 0);
  const words = typed.toLowerCase().replace(/^\[?@/, '').split(/\s+/);
  const found = [...references.entries()].filter(([, reference]) => {
    const text = searchedText(reference);
    return words.every((word) => text.includes(word));
  });

  function cite(index: number) {
    const reference = references[index];
    if (reference === undefined) return;
    const key = keyFor(reference, (taken) => references.some((other) => other.key === taken));
    // Closing restores focus and caret, which the citation then moves.
    modal.close();
    onCite({ key, locator }, index);
  }

  function submit() {
    const [first] = found;
    if (first !== undefined) cite(first[0]);
  }

  return (
    <ChooserDialog
      modal={modal}
      title="Citation"
      action={references.length === 0 ? undefined : 'Insert citation'}
      onSubmit={submit}
      onClose={onClose}
    >
      {references.length === 0 ? (
        <p>This post has no references yet.</p>
      ) : (
        <>
          <TextField
            autoFocus
            label="Key, or words of a reference"
            hint="Enter cites the first reference below."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className="mt-4">
            <TextField
              label="Page or section (optional)"
              placeholder="p. 3"
              autoComplete="off"
              maxLength={MAX_LOCATOR}
              value={locator}
              onChange={(event) => setLocator(event.target.value)}
            />
          </div>
          <p role="status" className="mt-4 min-h-5 text-muted text-sm">
            {statusOf(found.length)}
          </p>
          <ul aria-label="References" className="mt-1 divide-y divide-line empty:hidden">
            {found.map(([index, reference]) => (
              <li key={index}>
                <button type="button" onClick={() => cite(index)} className={CHOICE}>
                  <span className="font-medium [overflow-wrap:anywhere]">
                    {reference.title || reference.url}
                  </span>
                  <span className="text-muted [overflow-wrap:anywhere]">
                    {detailsOf(reference)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <details open={isPasting} className="mt-4">
        <summary className="min-h-11 w-fit cursor-pointer py-2.5 text-sm">
          A work that is not in the list
        </summary>
        <PasteReferences
          references={references}
          hint="BibTeX, RIS, CSL-JSON or DOIs. They are added to the references of the post."
          onAdd={changeReferences}
          onUndo={(before) => changeReferences(() => before)}
        />
      </details>
    </ChooserDialog>
  );
}

function statusOf(count: number): string {
  if (count === 0) return 'No reference has these words.';
  return count === 1 ? '1 reference' : `${count} references`;
}

/** `Smith et al. 2020 · smith2020` */
function detailsOf({ key, csl }: Reference): string {
  const year = csl === undefined ? null : issuedYear(csl);
  const work = [citedNames(csl), year].filter(Boolean).join(' ');
  return [work, key].filter(Boolean).join(' · ');
}

function searchedText(reference: Reference): string {
  const { title, url, csl } = reference;
  const authors = (csl?.author ?? csl?.editor ?? []).flatMap((name) => Object.values(name));
  return [detailsOf(reference), title, url, ...authors].join(' ').toLowerCase();
}
