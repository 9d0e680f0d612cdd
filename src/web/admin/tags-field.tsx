import { Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { addTag, LIMITS } from '../../domain/posts/post.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { LABELS } from './field-issues.ts';

type TagsFieldProps = {
  tags: readonly string[];
  /** The value of the new tag's input. */
  typed: string;
  hint?: ReactNode;
  onType: (typed: string) => void;
  onChange: (tags: string[]) => void;
};

export function TagsField({ tags, typed, hint, onType, onChange }: TagsFieldProps) {
  const listId = useId();

  function add() {
    onChange(addTag(tags, typed));
    onType('');
  }

  return (
    <div>
      <div className="flex items-end gap-2">
        <div className="grow">
          <TextField
            label="Add a tag"
            value={typed}
            maxLength={LIMITS.tag}
            aria-controls={listId}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={(event) => {
              // Within an input method, Enter confirms the composition.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              add();
            }}
          />
        </div>
        <Button look="secondary" onClick={add}>
          <Plus aria-hidden className="size-4" />
          Add Tag
        </Button>
      </div>
      <ul id={listId} aria-label={LABELS.tags} className="mt-3 flex flex-wrap gap-2 empty:hidden">
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
      {hint}
    </div>
  );
}
