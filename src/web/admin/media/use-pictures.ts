import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Picture } from '../../../domain/media/pictures.ts';
import type { Refusal } from '../api.ts';
import { listPictures, type PicturePage } from './media-api.ts';

type Listing = {
  /** What is listed so far; null before the first answer. */
  page: PicturePage | null;
  /** Why the last call for pictures brought none. */
  refusal: Refusal | null;
  isLoading: boolean;
};

/** The pictures that match, a page at a time, and what happens to them afterwards. */
export function usePictures(q: string) {
  const [listing, setListing] = useState<Listing>({ page: null, refusal: null, isLoading: true });
  /** Grows with every call: an answer to an earlier one is dropped. */
  const call = useRef(0);

  async function load(cursor?: string) {
    call.current += 1;
    const own = call.current;
    setListing((before) => ({ ...before, refusal: null, isLoading: true }));
    const answer = await listPictures(q, { cursor });
    if (own !== call.current) return;
    setListing(({ page }) => {
      if (!answer.ok) {
        const kept = cursor === undefined ? null : page;
        return { page: kept, refusal: answer.refusal, isLoading: false };
      }
      const known = cursor === undefined ? [] : (page?.pictures ?? []);
      return { page: joined(known, answer.value), refusal: null, isLoading: false };
    });
  }

  const onSearch = useEffectEvent((_: string) => load());
  useEffect(() => {
    void onSearch(q);
  }, [q]);

  function change(edit: (page: PicturePage) => PicturePage) {
    setListing((before) => ({ ...before, page: before.page && edit(before.page) }));
  }

  async function recount() {
    const answer = await listPictures(q, { limit: 1 });
    if (answer.ok) change((page) => ({ ...page, total: answer.value.total }));
  }

  return {
    ...listing,
    reload: () => load(),
    loadMore: () => load(listing.page?.nextCursor ?? undefined),
    /** Puts a picture first. The library may have had it before: `recount` tells. */
    add: (picture: Picture) =>
      change((page) => ({
        ...page,
        pictures: [picture, ...page.pictures.filter(({ id }) => id !== picture.id)],
      })),
    recount,
    replace: (picture: Picture) =>
      change((page) => ({
        ...page,
        pictures: page.pictures.map((each) => (each.id === picture.id ? picture : each)),
      })),
    remove: (picture: Picture) =>
      change((page) => ({
        ...page,
        total: page.total - 1,
        pictures: page.pictures.filter(({ id }) => id !== picture.id),
      })),
  };
}

/** A picture that was uploaded meanwhile moves the pages: none is listed twice. */
function joined(known: Picture[], { pictures, ...rest }: PicturePage): PicturePage {
  const ids = new Set(known.map(({ id }) => id));
  return { ...rest, pictures: [...known, ...pictures.filter(({ id }) => !ids.has(id))] };
}
