import { Mark } from '../../../ui/mark.tsx';

const EMPTY =
  'opacity-40 [&_.fill-teal]:fill-transparent [&_.fill-teal]:stroke-6 [&_.fill-teal]:stroke-teal [&_.fill-teal]:[stroke-dasharray:12_12]';

/** Ten binding sites of which one is occupied: "about 90%" as a picture. */
export function TenSeats() {
  return (
    <div aria-hidden className="ten-seats grid grid-cols-5 gap-x-[4%] gap-y-6">
      {Array.from({ length: 10 }, (_, i) => (
        <Mark
          // biome-ignore lint/suspicious/noArrayIndexKey: ten identical marks
          key={i}
          className={`w-full ${i === 6 ? '' : EMPTY}`}
        />
      ))}
    </div>
  );
}
