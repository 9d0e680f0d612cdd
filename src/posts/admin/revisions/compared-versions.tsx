import { History as HistoryIcon } from 'lucide-react';
import { useNavigate } from 'react-router';
import { EmailText } from '../../../admin/email-text.tsx';
import { dateAndTime } from '../../../admin/times.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { valuesOfPost } from '../post-form-values.ts';
import { comparisonQuery } from './comparison.ts';
import { type History, savedByLabel } from './history.ts';
import { isRestorable } from './restored-draft.ts';
import { VersionDiff } from './version-diff.tsx';

type ComparedVersionsProps = {
  history: History;
  /** Another comparison is loading. */
  isLoading: boolean;
};

/** One version of a post, compared with the one before it or another one. */
export function ComparedVersions({ history, isLoading }: ComparedVersionsProps) {
  const { post, revisions, selected, against } = history;
  const others = revisions.filter(({ version }) => version !== selected.version);
  const latest = revisions.find(({ isLatest }) => isLatest);
  const isCurrent = selected.version === post.version;
  // Unpublished changes are not restored: the form publishes them.
  const isChanges = !isCurrent && selected.version === latest?.version;
  return (
    <section
      aria-labelledby="selected"
      aria-busy={isLoading}
      className="min-w-0 transition-opacity aria-busy:opacity-60"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="selected" className="font-medium text-lg">
            Version {selected.version}
            {isCurrent ? ', the current one' : ''}
          </h2>
          <p className="text-muted text-sm [overflow-wrap:anywhere]">
            <time dateTime={selected.savedAt}>{dateAndTime(selected.savedAt)}</time>,{' '}
            <EmailText text={savedByLabel(selected)} />
          </p>
        </div>
        {isRestorable(selected, post) && !isChanges ? (
          <ButtonLink
            href={`/admin/edit-post/${post.slug}?restore=${selected.version}`}
            variant="secondary"
          >
            <HistoryIcon aria-hidden className="size-4" />
            Restore this version
          </ButtonLink>
        ) : null}
      </div>
      {against === null ? (
        <p className="mt-4 text-muted text-sm">
          {others.length === 0
            ? 'This post has been saved once, so there is nothing to compare yet. Each further save will be listed here.'
            : 'This is the first version of the post.'}
        </p>
      ) : null}
      {others.length === 0 ? null : <CompareWith history={history} />}
      {against === null ? null : (
        <div className="mt-6">
          <Difference key={`${selected.version} ${against.version}`} history={history} />
        </div>
      )}
      <details open={against === null} className="mt-6 border-line border-t pt-2">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm text-teal">
          Full text of version {selected.version}
        </summary>
        <pre className="mt-2 whitespace-pre-wrap rounded-md border border-line bg-surface px-4 py-3 font-mono text-xs leading-relaxed [overflow-wrap:anywhere]">
          {selected.content}
        </pre>
      </details>
    </section>
  );
}

function CompareWith({ history: { post, revisions, selected, against } }: { history: History }) {
  const navigate = useNavigate();
  const versions = revisions.map(({ version }) => version);
  const others = revisions.filter(({ version }) => version !== selected.version);
  const previous = versions.find((version) => version < selected.version);
  return (
    <div className="mt-4 max-w-xl">
      <SelectField
        label="Compare with"
        value={against?.version ?? ''}
        onChange={(event) =>
          navigate(
            comparisonQuery(versions, {
              version: selected.version,
              against: Number(event.target.value),
            }),
            { preventScrollReset: true },
          )
        }
      >
        {against === null ? <option value="">Choose a version</option> : null}
        {others.map((revision) => (
          <option key={revision.version} value={revision.version}>
            Version {revision.version}
            {revision.version === post.version ? ', the current one' : ''}
            {revision.version === previous ? ', the previous one' : ''} (
            {dateAndTime(revision.savedAt)})
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** The changes from the earlier version to the later one. */
function Difference({ history: { selected, against } }: { history: History }) {
  const [before, after] = [selected, against ?? selected].sort((a, b) => a.version - b.version);
  if (before === undefined || after === undefined) return null;
  return (
    <VersionDiff
      before={valuesOfPost(before, window.location.origin)}
      after={valuesOfPost(after, window.location.origin)}
      labels={{ before: `Version ${before.version}`, after: `Version ${after.version}` }}
    />
  );
}
