import { Check } from 'lucide-react';
import { useState } from 'react';
import { searchCitedWorks } from '../../../posts/admin/cited-works.ts';
import { addReferences } from '../../../science/references/editing.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { describeWork } from '../../../science/references/work.ts';
import { TextField } from '../../../ui/field.tsx';
import { PasteReferences } from '../post-form/paste-references.tsx';
import { CHOICE, ChooserDialog, useSearch } from './chooser-dialog.tsx';

type WorkListProps = {
  name: string;
  works: readonly Reference[];
  /** Undefined where a choice adds the work. */
  chosen?: readonly Reference[];
  onChoose: (work: Reference) => void;
};

function WorkList({ name, works, chosen, onChoose }: WorkListProps) {
  return (
    <ul aria-label={name} className="mt-1 divide-y divide-line empty:hidden">
      {works.map((work) => (
        <li key={`${work.key} ${describeWork(work).identity}`}>
          <button
            type="button"
            aria-pressed={chosen?.includes(work)}
            onClick={() => onChoose(work)}
            className={`${CHOICE} aria-pressed:bg-teal/8`}
          >
            <span className="font-medium [overflow-wrap:anywhere]">
              {chosen?.includes(work) ? <Check aria-hidden className="mr-2 inline size-4" /> : null}
              {work.title || work.url}
            </span>
            <span className="text-muted [overflow-wrap:anywhere]">
              {describeWork(work).details}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** More would not fit a phone above its keyboard. */
const MAX_SHOWN = 8;

/** Characters of a page or a section. */
const MAX_LOCATOR = 200;

/** Changes the references of the form as they are now. */
export type ChangeReferences = (change: (now: readonly Reference[]) => Reference[]) => void;

type CitationDialogProps = {
  references: readonly Reference[];
  changeReferences: ChangeReferences;
  /** @param locator the page or section of a single work */
  onCite: (keys: readonly string[], locator: string) => void;
  onCancel: () => void;
};

/**
 * Asks which of the post's references the text cites, found by key, title, authors and year. Nothing is inserted that is
 * not shown as chosen: a citation of another work is the error that nobody sees.
 */
export function CitationDialog(props: CitationDialogProps) {
  const { references, changeReferences, onCite, onCancel } = props;
  const [typed, setTyped] = useState('');
  const [locator, setLocator] = useState('');
  const [picked, setPicked] = useState<readonly Reference[]>([]);
  const [pasted, setPasted] = useState('');
  /** A record or an identifier that was typed or pasted into the search. */
  const [record, setRecord] = useState('');
  /** What is shown at first; then the writer decides. */
  const [isPasting] = useState(references.length === 0);
  const matching = references.filter((reference) => describeWork(reference).matches(typed));
  // A reference that changed meanwhile is to be chosen again.
  const explicit = picked.filter((reference) => references.includes(reference));
  const isOnlyMatch = explicit.length === 0 && typed.trim() !== '' && matching.length === 1;
  const chosen = isOnlyMatch ? matching : explicit;
  const shown = references.filter((each) => matching.includes(each) || chosen.includes(each));
  const isUnread = pasted.trim() !== '';
  // A failed search offers none: the rest of the dialog needs no server.
  const listed = new Set(references.map((reference) => describeWork(reference).identity));
  const works = useSearch(typed, async (q, signal) => {
    const answer = await searchCitedWorks(q, signal);
    return answer.ok ? answer.value.references : undefined;
  });
  const elsewhere = (works?.found ?? [])
    .filter((work) => !listed.has(describeWork(work).identity))
    .slice(0, MAX_SHOWN);

  function toggle(reference: Reference) {
    if (!explicit.includes(reference)) return setPicked([...explicit, reference]);
    setPicked(explicit.filter((each) => each !== reference));
    setTyped('');
  }

  /** Adds a work of another post to the references of this one, and chooses it. */
  function add(work: Reference) {
    changeReferences((now) => {
      const added = addReferences(now, [work]);
      setPicked([...explicit, ...added.read]);
      return added.references;
    });
    setTyped('');
  }

  function readRecord(text: string) {
    setRecord(text);
    setTyped('');
  }

  function submit() {
    if (RECORD.test(typed)) readRecord(typed);
    else if (chosen.length > 0 && !isUnread) {
      onCite(giveKeys(chosen, references, changeReferences), chosen.length === 1 ? locator : '');
    }
  }

  return (
    <ChooserDialog
      title="Citation"
      action={references.length === 0 ? undefined : 'Insert citation'}
      isDisabled={!RECORD.test(typed) && (chosen.length === 0 || isUnread)}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {references.length === 0 ? <p className="mb-4">This post has no references yet.</p> : null}
      <TextField
        label="Key, or words from a reference"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!RECORD.test(text)) return;
          event.preventDefault();
          readRecord(text);
        }}
      />
      {references.length === 0 ? null : (
        <>
          <div className="mt-4">
            <TextField
              label="Page or section (optional)"
              placeholder="p. 3"
              autoComplete="off"
              maxLength={MAX_LOCATOR}
              disabled={chosen.length > 1}
              hint={chosen.length > 1 ? 'Only when citing a single work.' : undefined}
              value={locator}
              onChange={(event) => setLocator(event.target.value)}
            />
          </div>
          <p role="status" className="mt-4 min-h-5 text-muted text-sm">
            {isUnread ? UNREAD : statusOf(matching.length, chosen.length)}
          </p>
          <WorkList name="References" works={shown} chosen={chosen} onChoose={toggle} />
        </>
      )}
      {elsewhere.length === 0 ? null : (
        <p aria-hidden className="mt-4 text-muted text-sm">
          Cited in other posts
        </p>
      )}
      <WorkList name="Cited in other posts" works={elsewhere} onChoose={add} />
      <details open={isPasting || record !== ''} className="mt-4">
        <summary className="min-h-11 w-fit cursor-pointer py-2.5 text-sm">
          Add a work that is not listed
        </summary>
        <PasteReferences
          key={record}
          given={record}
          references={references}
          hint="BibTeX, RIS, CSL-JSON or DOIs. They will be added to the post’s references and selected."
          onUnread={setPasted}
          onAdd={changeReferences}
          onRead={setPicked}
        />
      </details>
    </ChooserDialog>
  );
}

/** BibTeX, RIS, CSL-JSON or a DOI. */
const RECORD =
  /^\s*(?:@\w+\s*[{(]|TY {2}-|\[?\s*\{\s*"|(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/\S)/i;

const UNREAD = 'What you pasted has not been read yet. Press “Read references”, or clear it.';

function statusOf(matching: number, chosen: number): string {
  const found = matching === 1 ? '1 reference' : `${matching} references`;
  if (chosen > 0) return `${found}, ${chosen} chosen`;
  return matching === 0 ? 'No references match.' : `${found}: choose one or more`;
}

/** The keys by which works are cited; those that have none get one in the list. */
export function giveKeys(
  chosen: readonly Reference[],
  references: readonly Reference[],
  changeReferences: ChangeReferences,
): string[] {
  const keys = new Map<Reference, string>();
  for (const reference of chosen) {
    const taken = [...references.map(({ key }) => key), ...keys.values()];
    keys.set(
      reference,
      describeWork(reference).keyAmong((key) => taken.includes(key)),
    );
  }
  if (chosen.some((reference) => reference.key !== keys.get(reference))) {
    changeReferences((now) =>
      now.map((each) => ({ ...each, ...(keys.has(each) ? { key: keys.get(each) } : {}) })),
    );
  }
  return [...keys.values()];
}
