import { useEffect, useState } from 'react';
import { caller } from '../../../admin/caller.ts';
import type { tags } from '../../api/cited-works.ts';

const NONE: readonly string[] = [];

/** The tags of all posts, most used first; none until they are loaded, and if they cannot be. */
export function useKnownTags(): readonly string[] {
  const [known, setKnown] = useState(NONE);
  useEffect(() => {
    void caller<typeof tags>()('GET', '/admin/tags').then((answer) => {
      if (answer.ok) setKnown(answer.value.tags.map(({ tag }) => tag));
    });
  }, []);
  return known;
}
