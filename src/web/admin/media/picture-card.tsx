import { ChevronRight, Trash2 } from 'lucide-react';
import type { Picture } from '../../../domain/media/pictures.ts';
import { Link } from '../../ui/link.tsx';
import { ignoreMissing } from '../api.ts';
import { copyText } from '../copy-text.ts';
import { longDate } from '../times.ts';
import { useSubmit } from '../use-submit.ts';
import { AltTextField } from './alt-text-field.tsx';
import { removePicture } from './media-api.ts';
import { countOf, FORMAT_NAMES, fileSize, pictureMarkdown, pictureName } from './picture-labels.ts';
import { Thumbnail } from './thumbnail.tsx';

type PictureCardProps = {
  picture: Picture;
  onChanged: (picture: Picture) => void;
  onRemoved: (picture: Picture) => void;
  onSignedOut: () => void;
  /** Called with a status message. */
  onNotice: (notice: string) => void;
};

/** The HTML id of a picture's card. */
export function cardId({ id }: Pick<Picture, 'id'>): string {
  return `picture-${id}`;
}

/** A picture of the library with its alternative text, usage and actions. */
export function PictureCard(props: PictureCardProps) {
  const { picture, onChanged, onRemoved, onSignedOut, onNotice } = props;
  const name = pictureName(picture);
  const { isBusy, failure, submit } = useSubmit({ onSignedOut });

  async function remove() {
    if (!window.confirm(`Delete “${name}”? This action cannot be undone.`)) return;
    const answer = await submit(
      () => ignoreMissing(removePicture(picture.id)),
      'Failed to delete the picture. Please try again.',
    );
    if (answer.ok) onRemoved(picture);
  }

  async function copy(what: string, text: string) {
    if (await copyText(text)) onNotice(`Copied the ${what} of ${name}.`);
  }

  return (
    <article
      id={cardId(picture)}
      aria-label={name}
      aria-busy={isBusy}
      className="flex flex-col overflow-hidden rounded-card border border-line bg-surface aria-busy:opacity-50"
    >
      <div className="aspect-4/3 border-line border-b">
        <Thumbnail picture={picture} />
      </div>
      <div className="flex flex-1 flex-col p-4">
        <h3 className="truncate font-medium text-sm" title={name}>
          {name}
        </h3>
        <p className="mb-3 text-muted text-xs tabular-nums">
          {picture.width} × {picture.height} · {fileSize(picture.bytes)} ·{' '}
          {FORMAT_NAMES[picture.format]}
          <br />
          <time dateTime={picture.createdAt}>{longDate(picture.createdAt)}</time>
        </p>
        <AltTextField picture={picture} onSaved={onChanged} onSignedOut={onSignedOut} />
        <Usage picture={picture} />
        {failure === null ? null : (
          <p role="alert" className="mt-2 text-danger text-sm">
            {failure}
          </p>
        )}
        <div className="-mx-1 -mb-2 mt-auto flex items-center gap-1 pt-2 text-xs">
          <CopyButton name="address" onCopy={(what) => copy(what, absolute(picture.address))} />
          <CopyButton name="Markdown" onCopy={(what) => copy(what, pictureMarkdown(picture))} />
          <button
            type="button"
            aria-label={`Delete ${name}`}
            title="Delete"
            disabled={isBusy}
            onClick={remove}
            className="icon-button -mr-2 ml-auto shrink-0 text-danger"
          >
            <Trash2 aria-hidden className="size-4" />
          </button>
        </div>
      </div>
    </article>
  );
}

function absolute(path: string): string {
  return new URL(path, window.location.origin).href;
}

function CopyButton({ name, onCopy }: { name: string; onCopy: (what: string) => void }) {
  return (
    <button
      type="button"
      onClick={() => onCopy(name)}
      className="min-h-11 cursor-pointer whitespace-nowrap rounded-md px-1 font-medium hover:text-teal"
    >
      Copy {name}
    </button>
  );
}

/** The posts that show the picture. Each has its own alternative text, which is not known here. */
function Usage({ picture: { usedIn, alt } }: { picture: Picture }) {
  if (usedIn.length === 0) return null;
  const where = `Used in ${countOf(usedIn.length, 'post')}`;
  return (
    <details className="group mt-1 text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 group-open:rotate-90" />
        {alt === '' ? `${where}, maybe without a description` : where}
      </summary>
      <ul className="mb-2 pl-5">
        {usedIn.map(({ slug, title }) => (
          <li key={slug}>
            <Link
              to={`/admin/edit-post/${slug}`}
              className="prose-link inline-flex min-h-11 items-center leading-snug [overflow-wrap:anywhere]"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
