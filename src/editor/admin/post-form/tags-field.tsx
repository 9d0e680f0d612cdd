import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, useId, useState } from 'react';
import { addTags, splitTags, tagProblem } from '../../../posts/admin/tags/new-tags.ts';
import { POST_FIELDS } from '../../../posts/fields.ts';
import { tagKey } from '../../../posts/post.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

type TagsFieldProps = {
  tags: readonly string[];
  /** The value of the new tag's input. */
  typed: string;
  /** The tags of other posts. */
  known: readonly string[];
  onType: (typed: string) => void;
  onChange: (tags: string[]) => void;
};

/** The tags of a post. New ones are completed from those of other posts, and take their spelling. */
export function TagsField({ tags, typed, known, onType, onChange }: TagsFieldProps) {
  const knownId = useId();
  const [problem, setProblem] = useState<string>();
  const [added, setAdded] = useState('');
  const chosen = new Set(tags.map(tagKey));

  function add(entered: string) {
    const next = addTags(tags, entered, known);
    const reason = tagProblem(next);
    setProblem(reason);
    if (reason !== undefined) {
      // An input would drop line breaks.
      onType(entered.replace(/[\r\n]+/g, ', '));
      return;
    }
    setAdded(next.slice(tags.length).join(', '));
    onChange(next);
    onType('');
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text/plain');
    if (splitTags(pasted).length < 2) return;
    event.preventDefault();
    add(`${typed}\n${pasted}`);
  }

  return (
    <div>
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label="Add a tag"
            value={typed}
            list={knownId}
            autoComplete="off"
            error={problem}
            onChange={({ target }) => {
              setProblem(undefined);
              onType(target.value);
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
      <ul aria-label={POST_FIELDS.tags.label} className="mt-3 flex flex-wrap gap-2 empty:hidden">
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
    </div>
  );
}
