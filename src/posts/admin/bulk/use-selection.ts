import { useState } from 'react';
import type { AdminPostSummary } from '../../reading.ts';

/**
 * The selected posts of a list, while they are shown.
 *
 * @param list another one, as after a filter changed, starts with none
 */
export function useSelection(list: object, posts: readonly AdminPostSummary[]) {
  const [selection, setSelection] = useState<{ of: object; ids: ReadonlySet<string> }>({
    of: list,
    ids: NONE,
  });
  const ids = selection.of === list ? selection.ids : NONE;
  const selected = posts.filter(({ id }) => ids.has(id));

  return {
    selected,
    isSelected: (id: string) => ids.has(id),
    toggle: (id: string, isSelected: boolean) =>
      setSelection((before) => {
        const next = new Set(before.of === list ? before.ids : NONE);
        if (isSelected) next.add(id);
        else next.delete(id);
        return { of: list, ids: next };
      }),
    selectAll: () => setSelection({ of: list, ids: new Set(posts.map(({ id }) => id)) }),
    clear: () => setSelection({ of: list, ids: NONE }),
  };
}

const NONE: ReadonlySet<string> = new Set();

export type Selection = ReturnType<typeof useSelection>;
