import { useEffect, useEffectEvent, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import { ErrorBox } from '../../../admin/error-box.tsx';
import { publicDay } from '../../../admin/times.ts';
import { useSubmit } from '../../../admin/use-submit.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import type { imports } from '../../api/imports.ts';
import type { ListedItem } from '../../import-reading.ts';
import { outcomeLabel } from './import-labels.ts';

const api = caller<typeof imports>();

const PAGE_SIZE = 200;

/** Every item of an import, with its new address and what is lost or changed. */
export function ItemTable({ id }: { id: string }) {
  const [items, setItems] = useState<readonly ListedItem[]>([]);
  const [isWhole, setWhole] = useState(false);
  const { isBusy, failure, submit } = useSubmit();

  async function more() {
    const query = { after: items.at(-1)?.position, limit: PAGE_SIZE };
    const answer = await submit(
      () => api('GET', '/admin/imports/:id/items', { param: { id }, query }),
      'Failed to load the items.',
    );
    if (!answer.ok) return;
    setItems((known) => [...known, ...answer.value.items]);
    setWhole(answer.value.items.length < PAGE_SIZE);
  }

  const onOpen = useEffectEvent(() => void more());
  useEffect(() => onOpen(), []);

  return (
    <section aria-label="Items" className="mt-8">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5 empty:hidden md:px-6">
        {items.map((item) => (
          <Item key={item.position} item={item} />
        ))}
      </ul>
      <div className="mt-4 empty:hidden">
        {failure === null ? null : <ErrorBox>{failure}</ErrorBox>}
      </div>
      {isWhole && failure === null ? null : (
        <Button variant="secondary" className="mt-4" disabled={isBusy} onClick={more}>
          {isBusy ? 'Loading …' : 'Show more'}
        </Button>
      )}
    </section>
  );
}

function Item({ item }: { item: ListedItem }) {
  const { label, title, slug, outcome, reason, notes, date } = item;
  const badge = outcomeLabel(item);
  return (
    <li className="py-3 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span dir="auto" className="font-medium">
          {title || label}
        </span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <p className="text-muted text-sm">
        <bdi className="font-mono">{label}</bdi>
        {slug === '' ? null : ' → '}
        {slug === '' ? null : outcome === 'imported' ? (
          <Link to={`/admin/edit-post/${slug}`} className="prose-link font-mono">
            /blog/{slug}
          </Link>
        ) : (
          <span className="font-mono">/blog/{slug}</span>
        )}
        {date === null ? null : `, ${publicDay(date)}`}
      </p>
      {reason === '' ? null : <p className="mt-1 text-sm">{reason}</p>}
      {notes.length === 0 ? null : (
        <ul className="mt-1 list-disc space-y-0.5 pl-5 text-sm">
          {notes.map(({ kind, message }) => (
            <li key={`${kind}${message}`}>
              <span className="font-medium">{kind === 'lost' ? 'Lost' : 'Changed'}:</span> {message}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
