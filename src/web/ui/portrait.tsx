import { useState } from 'react';

/** A picture of somebody whose name stands beside it; gone when it cannot be loaded. */
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
      className={`object-cover ${className}`}
      onError={() => setBroken(true)}
      // It may have failed before this component could listen.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(true);
      }}
    />
  );
}
