import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../../admin/icon-button.tsx';
import { dateAndTime, longDate, timeOfDay } from '../../../admin/times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Link } from '../../../ui/link.tsx';
import { Subscripts } from '../../../ui/subscripts.tsx';
import { isPublic } from '../../post.ts';
import type { AdminPostSummary } from '../../reading.ts';

/** Tags shown per row; the others are counted. */
const MAX_TAGS = 2;

const CELL = 'align-middle lg:table-cell lg:px-2 lg:py-1.5 xl:px-3';

type PostRowProps = {
  post: AdminPostSummary;
  isSelected: boolean;
  onSelect: () => void;
  onDelete: () => void;
};

export function PostRow({ post, isSelected, onSelect, onDelete }: PostRowProps) {
  return (
    <tr className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t py-3 pr-4 pl-12 max-lg:first:border-t-0 has-[input:checked]:shadow-[inset_3px_0_0_var(--teal)] lg:table-row [&_:is(a,button,input)]:scroll-mb-44">
      <td
        className={`${CELL} min-w-0 grow basis-full tablet:-order-2 tablet:basis-[calc(100%-8rem)] lg:w-full lg:max-w-0 lg:pl-1!`}
      >
        <div className="flex items-center max-lg:-ml-11 max-lg:items-start">
          <label className="flex size-11 shrink-0 cursor-pointer items-center justify-center">
            <input
              type="checkbox"
              aria-label={`Select ${post.title}`}
              checked={isSelected}
              onChange={onSelect}
              className="size-5"
            />
          </label>
          <div className="min-w-0">
            <Link
              dir="auto"
              to={`/admin/edit-post/${post.slug}`}
              className="line-clamp-3 text-balance py-0.5 max-lg:py-[calc((2.75rem-1lh)/2)] font-medium no-underline hover:underline"
              title={post.title}
            >
              <Subscripts text={post.title} />
            </Link>
            <p className="font-mono text-muted text-xs">{post.slug}</p>
          </div>
        </div>
      </td>
      <td className={`${CELL} max-tablet:basis-full max-lg:empty:hidden`}>
        <Tags tags={post.tags} />
      </td>
      <td className={CELL}>
        <StatusBadges post={post} />
      </td>
      <td className={`${CELL} text-muted lg:whitespace-nowrap`}>
        <time dateTime={post.date}>
          {longDate(post.date)}
          {isScheduled(post) ? (
            <span className="block tablet:max-lg:inline"> {timeOfDay(post.date)}</span>
          ) : null}
        </time>
      </td>
      <td className={`${CELL} max-tablet:basis-[calc(100%-9rem)] text-muted tabular-nums`}>
        {post.readingTime} min
      </td>
      <td
        className={`${CELL} max-tablet:-my-2 max-tablet:ml-auto tablet:-order-1 tablet:self-start`}
      >
        <span className="-mx-3 flex lg:max-xl:-mx-2">
          <a
            href={`/blog/${post.slug}`}
            target="_blank"
            rel="noopener"
            aria-label={`View ${post.title} (opens in a new tab)`}
            title="View"
            className="icon-button"
          >
            <ExternalLink aria-hidden className="size-4" />
          </a>
          <Link
            to={`/admin/edit-post/${post.slug}`}
            aria-label={`Edit ${post.title}`}
            title="Edit"
            className="icon-button"
          >
            <Pencil aria-hidden className="size-4" />
          </Link>
          <IconButton
            label={`Delete ${post.title}`}
            title="Delete"
            icon={Trash2}
            onClick={onDelete}
            className="text-danger"
          />
        </span>
      </td>
    </tr>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const hidden = tags.slice(MAX_TAGS);
  return tags.length === 0 ? null : (
    <span className="flex flex-wrap items-center gap-1 lg:w-max lg:max-w-40 xl:max-w-48">
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <span key={tag} className="max-w-40 truncate rounded border border-line px-1.5 text-xs">
          {tag}
        </span>
      ))}
      {hidden.length === 0 ? null : (
        <span className="text-muted text-xs" title={hidden.join(', ')}>
          +{hidden.length}
        </span>
      )}
    </span>
  );
}

function StatusBadges({ post }: { post: AdminPostSummary }) {
  const [tone, name] = isScheduled(post)
    ? (['amber', 'Scheduled'] as const)
    : ([post.status === 'published' ? 'teal' : 'stone', post.status] as const);
  return (
    <span className="flex flex-wrap items-start gap-1">
      <Badge tone={tone}>
        <span className="capitalize">{name}</span>
      </Badge>
      {post.changes && <Changes status={post.status} {...post.changes} />}
    </span>
  );
}

type ChangesProps = Pick<AdminPostSummary, 'status'> & NonNullable<AdminPostSummary['changes']>;

/** Of a draft: why it was held. */
function Changes({ status, savedAt, savedBy, publishAt, problem }: ChangesProps) {
  const held = status === 'draft' ? 'Not published' : 'Changes not published';
  const note = problem ?? (publishAt && `Public on ${dateAndTime(publishAt)}`);
  return (
    <span title={`Saved ${dateAndTime(savedAt)} by ${savedBy ?? 'the program'}`}>
      <Badge tone={problem === null ? 'amber' : 'danger'}>
        {problem === null ? 'Unpublished changes' : held}
      </Badge>
      <span className="block whitespace-normal text-muted text-xs empty:hidden">{note}</span>
    </span>
  );
}

function isScheduled(post: AdminPostSummary): boolean {
  return post.status === 'published' && !isPublic(post, new Date().toISOString());
}
