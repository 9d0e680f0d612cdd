import { longDate } from '../../admin/times.ts';
import type { Attachment } from '../attachments.ts';
import { attachmentLink, TYPE_NAMES } from './attachment-labels.ts';
import { CopyButton } from './copy-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { FILES } from './media-kinds.ts';
import { fileSize } from './picture-labels.ts';
import { Usage } from './usage.tsx';
import { type MediaItemProps, useRemoval } from './use-removal.ts';

/** The HTML id of a file's row. */
export function fileRowId({ id }: Pick<Attachment, 'id'>): string {
  return `file-${id}`;
}

/** A file of the library with its type, size, SHA-256, usage and actions. */
export function FileRow(props: MediaItemProps<Attachment>) {
  const { item: attachment, onNotice } = props;
  const { name, address, type, bytes, sha256, createdAt, usedIn } = attachment;
  const { isBusy, failure, remove } = useRemoval(FILES, name, props);
  const onCopied = (what: string) => onNotice(`Copied the ${what} of ${name}.`);

  return (
    <article
      id={fileRowId(attachment)}
      aria-label={name}
      aria-busy={isBusy}
      className="rounded-card border border-line bg-surface px-4 py-3 aria-busy:opacity-50"
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium text-sm">
            <a
              href={address}
              download={name}
              className="prose-link inline-block py-[calc((2.75rem-1lh)/2)] [overflow-wrap:anywhere]"
            >
              {name}
            </a>
          </h3>
          <p className="text-muted text-xs tabular-nums">
            {TYPE_NAMES[type]} · {fileSize(bytes)} ·{' '}
            <time dateTime={createdAt}>{longDate(createdAt)}</time>
          </p>
          <p className="mt-1 font-mono text-muted text-xs [overflow-wrap:anywhere]">
            SHA-256 {sha256}
          </p>
        </div>
        <DeleteButton name={name} isBusy={isBusy} onClick={remove} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-xs">
        <CopyButton
          name="address"
          text={new URL(address, window.location.origin).href}
          onCopied={onCopied}
        />
        <CopyButton name="Markdown" text={attachmentLink(attachment)} onCopied={onCopied} />
        <CopyButton name="SHA-256" text={sha256} onCopied={onCopied} />
      </div>
      <Usage usedIn={usedIn} />
      {failure === null ? null : (
        <p role="alert" className="mt-2 text-danger text-sm">
          {failure}
        </p>
      )}
    </article>
  );
}
