import { useState } from 'react';
import { fallbackImage } from '../../content/blog.ts';

/** The cover as readers will see it: one that does not load is replaced as on the blog. */
export function CoverThumbnail({ address }: { address: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (address === '') return null;
  const isBroken = broken === address;
  return (
    <figure>
      <img
        src={isBroken ? fallbackImage : address}
        alt=""
        className="aspect-video w-64 max-w-full rounded-md border border-line bg-stone-tint object-cover"
        onError={() => setBroken(address)}
      />
      <figcaption role="status" className="mt-1.5 text-muted text-xs empty:hidden">
        {isBroken ? 'This image does not load: readers see the placeholder.' : null}
      </figcaption>
    </figure>
  );
}
