import { useState } from 'react';

/**
 * A picture of somebody whose name stands beside it; gone when it cannot be loaded: here where the
 * framework runs, by `PORTRAIT_SCRIPT` elsewhere.
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
      // It may have failed before this component could listen.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(true);
      }}
    />
  );
}

/** For pages without the framework; pictures that failed before it ran are found by their size. */
export const PORTRAIT_SCRIPT = `addEventListener('error',({target})=>target.dataset?.portrait==''&&target.remove(),true);
for(const image of document.querySelectorAll('[data-portrait]'))if(image.complete&&!image.naturalWidth)image.remove();`;
