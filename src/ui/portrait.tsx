import { useState } from 'react';

/**
 * It is removed when it fails to load: here on hydrated pages, by `PORTRAIT_SCRIPT` on the others.
 */
export function Portrait({ src, className = '' }: { src: string; className?: string }) {
  const [isBroken, setBroken] = useState(false);
  return isBroken ? null : (
    <img
      src={src}
      alt=""
      width={640}
      height={800}
      loading="lazy"
      decoding="async"
      data-portrait=""
      className={`object-cover ${className}`}
      onError={() => setBroken(true)}
      // It may have failed before hydration.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(true);
      }}
    />
  );
}

/** Serves pages without hydration. Pictures that failed before it runs have no natural width. */
export const PORTRAIT_SCRIPT = `addEventListener('error',({target})=>target.dataset?.portrait==''&&target.remove(),true);
for(const image of document.querySelectorAll('[data-portrait]'))if(image.complete&&!image.naturalWidth)image.remove();`;
