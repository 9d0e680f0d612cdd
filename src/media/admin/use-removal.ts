import { ignoreMissing } from '../../admin/api.ts';
import { useSubmit } from '../../admin/use-submit.ts';
import type { MediaItem, MediaKind } from './media-kinds.ts';

/** What an item of the library tells the page. */
export type MediaItemProps<T> = {
  item: T;
  onChanged: (item: T) => void;
  onRemoved: (item: T) => void;
  /** Called with a status message. */
  onNotice: (notice: string) => void;
};

/** The deletion of an item of the library, after a question. */
export function useRemoval<T extends MediaItem>(
  kind: MediaKind<T>,
  name: string,
  { item, onRemoved }: MediaItemProps<T>,
) {
  const { isBusy, failure, submit } = useSubmit();

  async function remove() {
    if (!window.confirm(`Delete “${name}”? This action cannot be undone.`)) return;
    const answer = await submit(
      () => ignoreMissing(kind.remove(item.id)),
      `Failed to delete the ${kind.noun}. Please try again.`,
    );
    if (answer.ok) onRemoved(item);
  }

  return { isBusy, failure, remove };
}
