import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';

/** The width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code, black on white in every theme: scanners may not read it inverted. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md border border-line"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  );
}
