import type { Picture } from '../library.ts';
import { parsePictureUrl, variantUrl, variantWidths } from '../picture-url.ts';

export function Thumbnail({ picture }: { picture: Picture }) {
  const { address, width, height, placeholder } = picture;
  const parts = parsePictureUrl(address);
  const [smallest] = parts === null ? [] : variantWidths(parts);
  return (
    <span className="relative block size-full" style={{ backgroundColor: placeholder }}>
      <img
        src={parts && smallest ? variantUrl(parts.id, smallest, 'webp') : address}
        width={width}
        height={height}
        alt=""
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full object-scale-down"
      />
    </span>
  );
}
