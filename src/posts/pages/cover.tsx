import type { SyntheticEvent } from 'react';
import { fallbackImage } from '../../content/blog.ts';
import { parsePictureUrl, variantSrcset } from '../../media/picture-url.ts';

type CoverProps = { src: string; eager?: boolean; className?: string };

/**
 * The fallback replaces a missing one and one that fails to load (specification section 8): here on
 * hydrated pages, by `COVER_FALLBACK_SCRIPT` on the others.
 */
export function Cover({ src, eager = false, className }: CoverProps) {
  return (
    <img
      {...libraryCandidates(src)}
      src={src === '' ? fallbackImage : src}
      alt=""
      width={1600}
      height={900}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      data-cover=""
      className={className}
      onError={(event: SyntheticEvent<HTMLImageElement>) => {
        const image = event.currentTarget;
        if (image.src.endsWith(fallbackImage)) return;
        image.srcset = '';
        image.src = fallbackImage;
      }}
    />
  );
}

export const FRAMED = 'aspect-video h-auto w-full rounded-card border border-line object-cover';

/** The widest rendering: the first card of the list, or the full width of a small screen. */
const SIZES = '(min-width: 64rem) 48rem, 100vw';

/**
 * Candidates of the image itself give way to the fallback; the sources of a `picture` would not.
 */
function libraryCandidates(src: string): { srcSet: string; sizes: string } | undefined {
  const picture = parsePictureUrl(src);
  if (picture === null || picture.moving) return undefined;
  return { srcSet: variantSrcset(picture, 'webp'), sizes: SIZES };
}

/** Serves pages without hydration. Covers that failed before it runs have no natural width. */
export const COVER_FALLBACK_SCRIPT = `{
const url='${fallbackImage}',swap=i=>i.dataset?.cover==''&&!i.src.endsWith(url)&&(i.srcset='',i.src=url);
addEventListener('error',e=>swap(e.target),true);
for(const i of document.images)i.complete&&!i.naturalWidth&&swap(i)
}`;
