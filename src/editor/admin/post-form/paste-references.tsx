import { type ReactNode, useRef, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { showLine } from '../../../admin/caret-view.ts';
import { NoticeBox } from '../../../admin/notice-box.tsx';
import { useSubmit } from '../../../admin/use-submit.ts';
import type { references as referencesApi } from '../../../science/references/api/references.ts';
import { MAX_PASTED, type Refusal } from '../../../science/references/read-record.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { type AddedReferences, addReferences, outcomeOf } from './add-references.ts';

const api = caller<typeof referencesApi>();

type PasteReferencesProps = {
  references: readonly Reference[];
  hint: string;
  /** Called with what is pasted and not read yet: a save would lose it. */
  onUnread?: (text: string) => void;
  /** Adds to the list as it is now, which may have changed since this was rendered. */
  onAdd: (add: (now: readonly Reference[]) => Reference[]) => void;
  /** Called with the references of the list that were pasted, also those that it had already. */
  onRead?: (read: readonly Reference[]) => void;
  onUndo: (references: Reference[]) => void;
};

/** What the last reading did, and the lists before and after it. */
type Outcome = {
  done: AddedReferences;
  before: readonly Reference[];
  refusals: Refusal[];
  notes: Refusal[];
};

/** Adds references that other programs have written, as they are pasted. */
export function PasteReferences(props: PasteReferencesProps) {
  const { references, hint, onUnread, onAdd, onRead, onUndo } = props;
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { isBusy, failure, submit } = useSubmit();

  function type(typed: string) {
    setText(typed);
    onUnread?.(typed);
  }

  async function read(pasted: string) {
    if (pasted.trim() === '' || pasted.length > MAX_PASTED || isBusy) return;
    setOutcome(null);
    const answer = await submit(
      () => api('POST', '/admin/references/read', { json: { text: pasted } }),
      'The references could not be read. Please try again.',
    );
    if (!answer.ok) return;
    const { refusals, notes } = answer.value;
    onAdd((before) => {
      const done = addReferences(before, answer.value.references);
      setOutcome({ done, before, refusals, notes });
      onRead?.(done.read);
      return done.references;
    });
    // What was refused stays to be corrected; what was read is known when it is read again.
    setText(refusals.length === 0 ? '' : pasted);
    onUnread?.('');
  }

  const isTooLong = text.length > MAX_PASTED;
  const canUndo =
    outcome !== null &&
    outcome.done.references === references &&
    outcome.done.added + outcome.done.completed > 0;
  return (
    <div>
      <TextArea
        ref={field}
        label="Paste references"
        hint={hint}
        rows={3}
        error={
          isTooLong
            ? `This is ${text.length.toLocaleString('en')} characters long; at most ${MAX_PASTED.toLocaleString('en')} can be read at once.`
            : undefined
        }
        spellCheck={false}
        autoCapitalize="none"
        className="font-mono text-sm"
        value={text}
        readOnly={isBusy}
        onChange={(event) => type(event.target.value)}
        onPaste={({ currentTarget }) => {
          // Once the field has the pasted text.
          setTimeout(() => void read(currentTarget.value));
        }}
      />
      <Button
        variant="secondary"
        className="mt-3"
        disabled={text.trim() === '' || isTooLong || isBusy}
        onClick={() => void read(text)}
      >
        {isBusy ? 'Reading…' : 'Read references'}
      </Button>
      <div className="mt-3 space-y-3 empty:hidden">
        <div role="status" className="flex flex-wrap items-center gap-x-3 text-sm empty:hidden">
          {outcome === null ? null : outcomeOf(outcome.done)}
          {canUndo ? (
            <Button variant="quiet" onClick={() => onUndo([...outcome.before])}>
              Undo
            </Button>
          ) : null}
        </div>
        {failure === null ? null : <Told>{failure}</Told>}
        {outcome === null || outcome.notes.length === 0 ? null : (
          <NoticeBox role="status">
            <Messages messages={outcome.notes} />
          </NoticeBox>
        )}
        {outcome === null || outcome.refusals.length === 0 ? null : (
          <Told>
            <Messages
              messages={outcome.refusals}
              onShow={(line) => {
                if (field.current !== null) showLine(field.current, line);
              }}
            />
          </Told>
        )}
      </div>
    </div>
  );
}

function Told({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="text-danger text-sm">
      {children}
    </div>
  );
}

/** So many are enough at first to see what is wrong. */
const SHOWN = 10;

type MessagesProps = { messages: readonly Refusal[]; onShow?: (line: number) => void };

/** Messages about lines of a text. */
function Messages({ messages, onShow }: MessagesProps) {
  const [isOpen, setOpen] = useState(false);
  const rest = messages.length - SHOWN;
  return (
    <ul className="space-y-1 [overflow-wrap:anywhere]">
      {messages.slice(0, isOpen ? undefined : SHOWN).map(({ line, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same
        <li key={index}>
          {onShow === undefined ? (
            message
          ) : (
            <button
              type="button"
              onClick={() => onShow(line)}
              className="min-h-6 cursor-pointer text-start underline underline-offset-4"
            >
              {message}
            </button>
          )}
        </li>
      ))}
      {rest > 0 ? (
        <li>
          <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Show {rest} {isOpen ? 'fewer' : 'more'}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}
