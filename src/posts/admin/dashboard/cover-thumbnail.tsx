import { useEffect, useState } from 'react';
import { fallbackImage } from '../../../content/blog.ts';

const PAUSE_MS = 500;

export function CoverThumbnail({ url: typed }: { url: string }) {
  // A picture that fails at each key would end what Ctrl+Z takes back.
  const [url, setUrl] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setUrl(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const [broken, setBroken] = useState<string | null>(null);
  if (url === '') return null;
  const isBroken = broken === url;
  return (
    <figure>
      <img
        src={isBroken ? fallbackImage : url}
        alt=""
        className="aspect-video w-64 max-w-full rounded-md border border-line bg-stone-tint object-cover"
        onError={() => setBroken(url)}
      />
      <figcaption role="status" className="mt-1.5 text-muted text-xs empty:hidden">
        {isBroken ? 'This image does not load. Readers see a placeholder.' : null}
      </figcaption>
    </figure>
  );
}
