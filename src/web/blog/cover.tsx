import type { SyntheticEvent } from 'react';
import { fallbackImage } from '../../content/blog.ts';

type CoverProps = { src: string; eager?: boolean; className?: string };

/**
 * A cover, or the fallback where there is none. One that does not load is replaced by the fallback
 * (specification section 8): here where the framework runs, by `COVER_FALLBACK_SCRIPT` elsewhere.
 */
export function Cover({ src, eager = false, className }: CoverProps) {
  return (
    <img
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
        if (!image.src.endsWith(fallbackImage)) image.src = fallbackImage;
      }}
    />
  );
}

/** For pages without the framework; covers that failed before it ran are found by their size. */
export const COVER_FALLBACK_SCRIPT = `(()=>{
const fallback='${fallbackImage}';
const replace=(image)=>{if(image.dataset?.cover===''&&!image.src.endsWith(fallback))image.src=fallback};
addEventListener('error',(event)=>replace(event.target),true);
for(const image of document.querySelectorAll('[data-cover]'))if(image.complete&&!image.naturalWidth)replace(image);
})();`;
