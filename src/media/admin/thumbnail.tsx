import { useState } from 'react';
import type { Picture } from '../library.ts';
import { parsePictureUrl, variantUrl, variantWidths } from '../picture-url.ts';

export function Thumbnail({ picture }: { picture: Picture }) {
  const { address, width, height, placeholder } = picture;
  const [isLoaded, setLoaded] = useState(false);
  return (
    <span className="relative block size-full bg-stone-tint">
      <img
        src={smallest(address)}
        width={width}
        height={height}
        alt=""
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full object-scale-down"
        style={isLoaded ? undefined : { backgroundColor: placeholder }}
        onLoad={() => setLoaded(true)}
      />
    </span>
  );
}

function smallest(address: string): string {
  const picture = parsePictureUrl(address);
  const [width] = picture === null ? [] : variantWidths(picture);
  return picture === null || width === undefined ? address : variantUrl(picture.id, width, 'webp');
}
