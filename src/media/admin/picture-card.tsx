import { longDate } from '../../admin/times.ts';
import type { Picture } from '../pictures.ts';
import { AltTextField } from './alt-text-field.tsx';
import { CopyButton } from './copy-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { PICTURES } from './media-kinds.ts';
import { FORMAT_NAMES, fileSize, pictureMarkdown, pictureName } from './picture-labels.ts';
import { Thumbnail } from './thumbnail.tsx';
import { Usage } from './usage.tsx';
import { type MediaItemProps, useRemoval } from './use-removal.ts';

/** The HTML id of a picture's card. */
export function cardId({ id }: Pick<Picture, 'id'>): string {
  return `picture-${id}`;
}

/** A picture of the library with its alternative text, usage and actions. */
export function PictureCard(props: MediaItemProps<Picture>) {
  const { item: picture, onChanged, onNotice } = props;
  const name = pictureName(picture);
  const { isBusy, failure, remove } = useRemoval(PICTURES, name, props);
  const onCopied = (what: string) => onNotice(`Copied the ${what} of ${name}.`);

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
        <h3 className="line-clamp-2 font-medium text-sm [overflow-wrap:anywhere]" title={name}>
          {name}
        </h3>
        <p className="mb-3 text-muted text-xs tabular-nums">
          {picture.width} × {picture.height} · {fileSize(picture.bytes)} ·{' '}
          {FORMAT_NAMES[picture.format]}
          <br />
          <time dateTime={picture.createdAt}>{longDate(picture.createdAt)}</time>
        </p>
        <AltTextField picture={picture} onSaved={onChanged} />
        <Usage
          usedIn={picture.usedIn}
          note={picture.alt === '' ? ', perhaps without a description' : ''}
        />
        {failure === null ? null : (
          <p role="alert" className="mt-2 text-danger text-sm">
            {failure}
          </p>
        )}
        <div className="-mb-2 mt-auto flex items-center pt-2 text-xs">
          <div className="flex max-w-52 grow justify-between">
            <CopyButton name="address" text={absolute(picture.address)} onCopied={onCopied} />
            <CopyButton name="Markdown" text={pictureMarkdown(picture)} onCopied={onCopied} />
          </div>
          <DeleteButton name={name} isBusy={isBusy} onClick={remove} className="ml-auto" />
        </div>
      </div>
    </article>
  );
}

function absolute(path: string): string {
  return new URL(path, window.location.origin).href;
}
