import { useId } from 'react';
import { LoadMore } from '../../admin/lists/load-more.tsx';
import { LoadingPictures } from '../../admin/loading.tsx';
import type { Picture } from '../pictures.ts';
import { pictureName } from './picture-labels.ts';
import { Thumbnail } from './thumbnail.tsx';
import type { useLibrary } from './use-library.ts';

type PictureTilesProps = {
  library: ReturnType<typeof useLibrary<Picture>>;
  chosen: Picture | null;
  onChoose: (picture: Picture) => void;
};

/** Pictures as radio buttons. */
export function PictureTiles({ library, chosen, onChoose }: PictureTilesProps) {
  const { page, failure, isLoading } = library;
  const group = useId();
  if (page === null && failure === null) return <LoadingPictures />;
  return (
    <>
      {page?.items.length === 0 ? (
        <p role="status" className="py-6 text-center text-muted text-sm">
          No pictures found. Upload one, or try different words.
        </p>
      ) : null}
      <fieldset aria-busy={isLoading} className="transition-opacity aria-busy:opacity-60">
        <legend className="sr-only">Pictures</legend>
        <div className="grid grid-cols-3 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))]">
          {page?.items.map((picture) => (
            <label key={picture.id} className="group relative min-w-0 cursor-pointer">
              <input
                type="radio"
                name={group}
                checked={picture.id === chosen?.id}
                onChange={() => onChoose(picture)}
                className="peer sr-only"
              />
              <span className="block aspect-square overflow-hidden rounded-md border border-line outline-offset-2 outline-teal transition-colors group-hover:border-teal peer-checked:border-teal peer-checked:ring-2 peer-checked:ring-teal peer-focus-visible:outline-2">
                <Thumbnail picture={picture} />
              </span>
              <span className="mt-1 block truncate text-xs" title={pictureName(picture)}>
                {pictureName(picture)}
              </span>
              {picture.alt === '' ? null : <span className="sr-only">: {picture.alt}</span>}
            </label>
          ))}
        </div>
      </fieldset>
      <LoadMore list={library} />
    </>
  );
}
