import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { ignoreMissing } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { copyText } from '../../admin/copy-text.ts';
import { IconButton } from '../../admin/icon-button.tsx';
import { longDate } from '../../admin/times.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import { useConfirmClose } from '../../admin/use-unsaved-changes.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import type { media } from '../api/media.ts';
import type { Media, Picture } from '../library.ts';
import { PICTURE_LIMITS } from '../picture-url.ts';
import type { PictureUse } from '../picture-uses.ts';
import {
  attachmentLink,
  countOf,
  fileSize,
  pictureMarkdown,
  pictureName,
  typeName,
} from './labels.ts';
import { Thumbnail } from './thumbnail.tsx';
import { isAttachment } from './upload-media.ts';

const api = caller<typeof media>();

type MediaItemProps = {
  item: Media;
  onChanged: (item: Media) => void;
  onRemoved: (item: Media) => void;
  onNotice: (notice: string) => void;
};

export function MediaItem({ item, onChanged, onRemoved, onNotice }: MediaItemProps) {
  const { isBusy, failure, submit } = useSubmit();
  const { id, address, bytes, createdAt } = item;
  const name = pictureName(item);
  const file = isAttachment(item) ? item : null;
  const picture = isAttachment(item) ? null : item;
  const copied = {
    address: new URL(address, window.location.origin).href,
    Markdown: isAttachment(item) ? attachmentLink(item) : pictureMarkdown(item),
    ...(file && { 'SHA-256': file.sha256 }),
  };

  async function copy(what: string, text: string) {
    if (await copyText(text)) onNotice(`Copied the ${what} of ${name}.`);
  }

  async function remove() {
    if (!window.confirm(`Delete “${name}”? This action cannot be undone.`)) return;
    const answer = await submit(
      () => ignoreMissing(api('DELETE', '/admin/media/:id', { param: { id } })),
      'Failed to delete it. Please try again.',
    );
    if (answer.ok) onRemoved(item);
  }

  return (
    <article
      aria-label={name}
      aria-busy={isBusy}
      className="flex flex-col overflow-hidden rounded-card border border-line bg-surface aria-busy:opacity-50"
    >
      {picture && (
        <div className="aspect-4/3 border-line border-b">
          <Thumbnail picture={picture} />
        </div>
      )}
      <div className="flex flex-1 flex-col p-4">
        <h3 className="line-clamp-2 font-medium text-sm [overflow-wrap:anywhere]" title={name}>
          {file === null ? (
            name
          ) : (
            <a href={address} download={name} className="prose-link inline-block py-2.5">
              {name}
            </a>
          )}
        </h3>
        <p className="mb-3 text-muted text-xs tabular-nums">
          {picture && `${picture.width} × ${picture.height} · `}
          {fileSize(bytes)} · {typeName(picture?.format ?? file?.type ?? '')}
          <br />
          <time dateTime={createdAt}>{longDate(createdAt)}</time>
        </p>
        {picture && <AltTextField picture={picture} onSaved={onChanged} />}
        <Usage item={item} />
        {failure && (
          <p role="alert" className="mt-2 text-danger text-sm">
            {failure}
          </p>
        )}
        <div className="-mb-2 mt-auto flex items-center gap-x-3 pt-2 text-xs">
          {Object.entries(copied).map(([what, text]) => (
            <button
              key={what}
              type="button"
              onClick={() => copy(what, text)}
              className="min-h-11 cursor-pointer rounded-md text-left font-medium hover:text-teal"
            >
              Copy {what}
            </button>
          ))}
          <IconButton
            label={`Delete ${name}`}
            icon={Trash2}
            disabled={isBusy}
            onClick={remove}
            className="-mr-3.5 ml-auto text-danger"
          />
        </div>
      </div>
    </article>
  );
}

/** What uses a picture or a file. Each has its own alternative text, which is not known here. */
function Usage({ item }: { item: Media }) {
  const { usedIn } = item;
  const isByAuthor = usedIn.some(({ kind }) => kind === 'author');
  return usedIn.length === 0 ? null : (
    <details className="mt-1 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center text-muted hover:text-ink">
        Used in {countOf(usedIn.length, isByAuthor ? 'place' : 'post')}
        {'alt' in item && item.alt === '' ? ', perhaps without a description' : null}
      </summary>
      <ul className="mb-2 pl-5">
        {usedIn.map((use) => (
          <li key={JSON.stringify(use)}>
            <Link
              to={editorOf(use)}
              className="prose-link inline-flex min-h-11 items-center leading-snug [overflow-wrap:anywhere]"
            >
              {use.title}
              {use.isInTrash ? ' (in the trash)' : ''}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function editorOf({ kind, slug, isInTrash }: PictureUse): string {
  if (isInTrash) return '/admin/dashboard?status=trash';
  return kind === 'author' ? `/admin/authors#${slug}` : `/admin/edit-post/${slug}`;
}

type AltTextFieldProps = { picture: Picture; onSaved: (picture: Picture) => void };

function AltTextField({ picture, onSaved }: AltTextFieldProps) {
  const [text, setText] = useState(picture.alt);
  const [isSaved, setSaved] = useState(false);
  const { failure, submit, clear } = useSubmit();
  const alt = text.trim();
  useConfirmClose(alt !== picture.alt);

  async function save() {
    if (alt === picture.alt) return;
    const answer = await submit(
      () => api('PATCH', '/admin/media/:id', { param: { id: picture.id }, json: { alt } }),
      'Not saved. Please try again.',
    );
    if (!answer.ok) return;
    setSaved(true);
    onSaved(answer.value.picture);
  }

  function saveOnEnter(event: KeyboardEvent) {
    // Within an input method, Enter confirms the composition.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save();
  }

  return (
    <TextArea
      label="Alternative text"
      rows={2}
      maxLength={PICTURE_LIMITS.alt}
      className="field-sizing-content max-h-36 min-h-16 resize-none text-sm"
      value={text}
      error={failure ?? undefined}
      hint={
        <span role="status" className="block min-h-6 text-xs">
          {isSaved && alt === picture.alt ? 'Saved' : null}
          {!isSaved && picture.alt === '' ? <Badge tone="amber">No alternative text</Badge> : null}
        </span>
      }
      onChange={(event) => {
        setText(event.target.value);
        clear();
      }}
      onKeyDown={saveOnEnter}
      onBlur={() => void save()}
    />
  );
}
