import { useState } from 'react';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import { searchCitedWorks } from '../../../posts/admin/cited-works.ts';
import { addReferences } from '../../../science/references/editing.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { describeWork } from '../../../science/references/work.ts';
import { TextField } from '../../../ui/field.tsx';
import { type ChangeReferences, readReferences } from '../post-form/references-field.tsx';
import { FinderDialog, foundLabel, useSearch } from './finder-dialog.tsx';

/** More would not fit a phone above its keyboard. */
const MAX_SHOWN = 8;

/** Characters of a page or a section. */
const MAX_LOCATOR = 200;

type CitationDialogProps = {
  references: readonly Reference[];
  changeReferences: ChangeReferences;
  onCite: (keys: readonly string[], locator: string) => void;
  onCancel: () => void;
};

export function CitationDialog(props: CitationDialogProps) {
  const { references, changeReferences, onCite, onCancel } = props;
  const [typed, setTyped] = useState('');
  const [locator, setLocator] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { isBusy, failure, submit } = useSubmit();
  const isRecord = RECORD.test(typed);
  const matching = isRecord ? [] : references.filter((each) => describeWork(each).matches(typed));
  const only = typed.trim() !== '' && matching.length === 1 ? matching : [];
  const listed = new Set(references.map((each) => describeWork(each).identity));
  // A failed search offers none: the rest of the dialog needs no server.
  const works = useSearch(typed, async (q, signal) => {
    const answer = await searchCitedWorks(q, signal);
    return answer.ok ? answer.value.references : undefined;
  });
  const elsewhere = (works?.found ?? []).filter((work) => !listed.has(describeWork(work).identity));

  function citeAll(cited: readonly Reference[]) {
    onCite(
      cited.map((each) => keyOf(each, changeReferences)),
      locator,
    );
  }

  function add(read: readonly Reference[]) {
    const added = addReferences(references, read);
    changeReferences(() => added.references);
    if (added.read.length > 0) citeAll(added.read);
    else setProblems([added.outcome]);
  }

  async function readRecord(text: string) {
    setTyped(text);
    const answer = await submit(() => readReferences(text), 'It could not be read.');
    if (!answer.ok) return;
    const refusals = answer.value.refusals.map(({ message }) => message);
    setProblems(refusals);
    if (refusals.length === 0) add(answer.value.references);
  }

  const status =
    references.length === 0
      ? 'This post has no references yet.'
      : foundLabel(matching.length, 'reference');
  const item = (work: Reference, choose: () => void) => ({
    id: `${work.key} ${describeWork(work).identity}`,
    name: work.title || work.url,
    note: describeWork(work).details,
    choose,
  });
  return (
    <FinderDialog
      title="Citation"
      action="Insert citation"
      isDisabled={isBusy || (!isRecord && only.length === 0)}
      onSubmit={() => {
        if (isRecord) void readRecord(typed);
        else if (only.length > 0) citeAll(only);
      }}
      onCancel={onCancel}
      field={{
        label: 'Key, or words from a reference',
        hint: 'A DOI, BibTeX, RIS or CSL-JSON adds a work that is not listed.',
        value: typed,
        onChange: ({ target }) => setTyped(target.value),
        onPaste: (event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!RECORD.test(text)) return;
          event.preventDefault();
          void readRecord(text);
        },
      }}
      status={isRecord ? '' : status}
      found={{
        References: matching.map((each) => item(each, () => citeAll([each]))),
        'Cited in other posts': elsewhere
          .slice(0, MAX_SHOWN)
          .map((work) => item(work, () => add([work]))),
      }}
    >
      {failure === null && problems.length === 0 ? null : (
        <ErrorBox isQuiet className="mt-4">
          {failure}
          {problems.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </ErrorBox>
      )}
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
    </FinderDialog>
  );
}

const RECORD =
  /^\s*(?:@\w+\s*[{(]|TY {2}-|\[?\s*\{\s*"|(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/\S)/i;

export function keyOf(reference: Reference, changeReferences: ChangeReferences): string {
  let key = '';
  changeReferences((now) => {
    key = describeWork(reference).keyAmong((taken) => now.some((other) => other.key === taken));
    return now.map((each) => (each === reference && each.key !== key ? { ...each, key } : each));
  });
  return key;
}
