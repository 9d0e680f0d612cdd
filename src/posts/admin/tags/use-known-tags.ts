import { useEffect, useState } from 'react';
import { sendSigned } from '../../../admin/api.ts';
import type { TagCount } from '../../tag-counts.ts';

const NONE: readonly string[] = [];

/** The tags of all posts, most used first; none until they are loaded, and if they cannot be. */
export function useKnownTags(): readonly string[] {
  const [known, setKnown] = useState(NONE);
  useEffect(() => {
    let isWanted = true;
    void sendSigned<{ tags: TagCount[] }>('GET', '/api/admin/tags').then((answer) => {
      if (isWanted && answer.ok) setKnown(answer.value.tags.map(({ tag }) => tag));
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return known;
}
