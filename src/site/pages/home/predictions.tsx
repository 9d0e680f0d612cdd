import type { DemoPrediction } from '../../../content/home.ts';

/** Dashes until the demo has predicted the values; then their bars grow. Without scripts, the values. */
export function Predictions({
  items,
  known,
}: {
  items: readonly DemoPrediction[];
  known: boolean;
}) {
  return (
    <dl className="grid gap-y-3 border-line border-t py-4 sm:grid-cols-3 sm:py-0">
      {items.map(({ name, value }) => (
        <div
          key={name}
          className="grid grid-cols-[1fr_auto] items-baseline border-line px-5 sm:block sm:border-l sm:py-4 sm:first:border-l-0 md:px-8"
        >
          <dt className="text-muted text-sm">{name}</dt>
          <dd
            className={`contents font-mono transition-colors duration-700 sm:block ${known ? 'text-ink' : 'text-muted noscript:text-ink'}`}
          >
            <span className="sm:mt-1 sm:block">
              <span className={known ? '' : 'hidden noscript:inline'}>{value.toFixed(2)}</span>
              {known ? null : (
                <span aria-hidden="true" className="noscript:hidden">
                  –
                </span>
              )}
            </span>
            <svg
              aria-hidden="true"
              viewBox="0 0 1 1"
              preserveAspectRatio="none"
              className="col-span-2 mt-2 block h-1 w-full bg-line"
            >
              <rect
                width={value}
                height="1"
                className={`origin-left fill-teal transition-[scale] duration-1000 ease-out noscript:scale-x-100 ${known ? '' : 'scale-x-0'}`}
              />
            </svg>
          </dd>
        </div>
      ))}
    </dl>
  );
}
