import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useId, useState } from 'react';
import { FIELD_LABELS } from '../../../admin/field-labels.ts';
import {
  addTags,
  splitFinished,
  splitTags,
  tagProblem,
} from '../../../posts/admin/tags/new-tags.ts';
import { LIMITS, tagKey } from '../../../posts/post.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

type TagsFieldProps = {
  tags: readonly string[];
  /** The value of the new tag's input. */
  typed: string;
  /** The tags of other posts. */
  known: readonly string[];
  hint?: ReactNode;
  onType: (typed: string) => void;
  onChange: (tags: string[]) => void;
};

/** The tags of a post. New ones are completed from those of other posts, and take their spelling. */
export function TagsField({ tags, typed, known, hint, onType, onChange }: TagsFieldProps) {
  const listId = useId();
  const knownId = useId();
  const [problem, setProblem] = useState<string>();
  const [added, setAdded] = useState('');
  const chosen = new Set(tags.map(tagKey));

  /** @param rest stays in the input */
  function add(entered: string, rest = '') {
    const next = addTags(tags, entered, known);
    const reason = tagProblem(next);
    setProblem(reason);
    if (reason !== undefined) {
      // An input would drop line breaks.
      onType(`${entered},${rest}`.replace(/[\r\n]+/g, ', ').replace(/,$/, ''));
      return;
    }
    setAdded(next.slice(tags.length).join(', '));
    onChange(next);
    onType(rest);
  }

  function type(entered: string, isComposing: boolean) {
    setProblem(undefined);
    const { finished, rest } = splitFinished(entered);
    if (finished === '' || isComposing) onType(entered);
    else add(finished, rest.trimStart());
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData('text/plain');
    if (splitTags(pasted).length < 2) return;
    event.preventDefault();
    add(value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? 0));
  }

  return (
    <div>
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label="Add a tag"
            value={typed}
            maxLength={LIMITS.tag}
            list={knownId}
            autoComplete="off"
            aria-controls={listId}
            error={problem}
            onChange={(event) => {
              type(event.target.value, (event.nativeEvent as InputEvent).isComposing);
            }}
            onPaste={onPaste}
            onKeyDown={(event) => {
              // Within an input method, Enter confirms the composition.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              add(typed);
            }}
          />
          <datalist id={knownId}>
            {known
              .filter((tag) => !chosen.has(tagKey(tag)))
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </div>
        <Button variant="secondary" className="min-h-12 shrink-0" onClick={() => add(typed)}>
          <Plus aria-hidden className="size-4" />
          Add Tag
        </Button>
      </div>
      <ul
        id={listId}
        aria-label={FIELD_LABELS.tags}
        className="mt-3 flex flex-wrap gap-2 empty:hidden"
      >
        {tags.map((tag) => (
          <li
            key={tag}
            className="flex max-w-full items-center rounded-md border border-line bg-paper pl-3 text-sm"
          >
            <span className="truncate">{tag}</span>
            <button
              type="button"
              aria-label={`Remove tag ${tag}`}
              onClick={() => onChange(tags.filter((other) => other !== tag))}
              className="icon-button"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {added === '' ? '' : `Added: ${added}`}
      </p>
      {hint}
    </div>
  );
}
