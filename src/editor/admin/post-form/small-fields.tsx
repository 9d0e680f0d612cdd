import { Images, Plus, X } from 'lucide-react';
import { type ClipboardEvent, type ComponentProps, useId, useState } from 'react';
import { IconButton } from '../../../admin/icon-button.tsx';
import { isSave } from '../../../admin/use-shortcut.ts';
import { PicturePicker } from '../../../media/admin/picture-picker.tsx';
import { CoverThumbnail } from '../../../posts/admin/dashboard/cover-thumbnail.tsx';
import { addTags, splitTags, tagProblem } from '../../../posts/admin/tags/new-tags.ts';
import { useKnownTags } from '../../../posts/admin/tags/use-known-tags.ts';
import { LIMITS, POST_FIELDS } from '../../../posts/fields.ts';
import { tagKey } from '../../../posts/post.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

type TagsFieldProps = { tags: readonly string[]; onChange: (tags: string[]) => void };

/**
 * New ones are completed from those of other posts, and take their spelling. What is typed is also
 * added when its field is left, so that a save loses nothing.
 */
export function TagsField({ tags, onChange }: TagsFieldProps) {
  const known = useKnownTags();
  const [typed, setTyped] = useState('');
  const knownId = useId();
  const [problem, setProblem] = useState<string>();
  const chosen = new Set(tags.map(tagKey));

  function add(entered: string) {
    const next = addTags(tags, entered, known);
    const reason = tagProblem(next);
    setProblem(reason);
    if (reason !== undefined) {
      // An input would drop line breaks.
      setTyped(entered.replace(/[\r\n]+/g, ', '));
      return;
    }
    onChange(next);
    setTyped('');
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
              setTyped(target.value);
            }}
            onPaste={onPaste}
            onKeyDown={(event) => {
              // Within an input method, Enter confirms the composition.
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                event.preventDefault();
                add(typed);
              } else if (isSave(event.nativeEvent)) add(typed);
            }}
            onBlur={({ target }) => {
              // Who looks at another window comes back to it.
              if (typed !== '' && document.activeElement !== target) add(typed);
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
        aria-label={POST_FIELDS.tags.label}
        aria-live="polite"
        className="mt-3 flex flex-wrap gap-2 empty:hidden"
      >
        {tags.map((tag) => (
          <li
            key={tag}
            className="flex max-w-full items-center rounded-md border border-line bg-paper pl-3 text-sm"
          >
            <span className="truncate">{tag}</span>
            <IconButton
              label={`Remove tag ${tag}`}
              icon={X}
              onClick={() => onChange(tags.filter((other) => other !== tag))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type CoverFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  /** An absolute URL, or empty. */
  value: string;
  onChange: (url: string) => void;
};

export function CoverField({ value, onChange, ...field }: CoverFieldProps) {
  const [files, setFiles] = useState<File[] | null>(null);
  return (
    <>
      <TextField
        {...field}
        type="url"
        maxLength={LIMITS.url}
        placeholder="https://"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const dropped = [...event.dataTransfer.files];
          if (dropped.length > 0) setFiles(dropped);
        }}
        className="flex flex-wrap items-center gap-x-5 gap-y-3"
      >
        <p
          hidden={value !== ''}
          className="grid pointer-coarse:hidden min-h-20 grow basis-48 place-items-center rounded-md border border-muted/70 border-dashed px-6 text-center text-muted text-sm"
        >
          Drop a picture here
        </p>
        <CoverThumbnail url={value} />
        <Button variant="secondary" onClick={() => setFiles([])}>
          <Images aria-hidden className="size-4" />
          Choose a picture
        </Button>
      </div>
      {files === null ? null : (
        <PicturePicker
          action="Use as cover"
          files={files}
          onChoose={({ address }) => {
            setFiles(null);
            onChange(window.location.origin + address);
          }}
          onCancel={() => setFiles(null)}
        />
      )}
    </>
  );
}
