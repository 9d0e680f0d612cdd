import { Button } from '../../ui/button.tsx';
import type { Range } from './text-edit.ts';
import type { UndescribedPicture } from './undescribed-pictures.ts';

type UndescribedNoticeProps = {
  pictures: readonly UndescribedPicture[];
  onShow: (range: Range) => void;
};

/** The pictures without alternative text, each with a button that shows it in the text. */
export function UndescribedNotice({ pictures, onShow }: UndescribedNoticeProps) {
  if (pictures.length === 0) return null;
  return (
    <div className="rounded-md bg-amber-tint px-4 py-3 text-amber text-sm">
      <p>
        {pictures.length === 1
          ? '1 picture has no alternative text'
          : `${pictures.length} pictures have no alternative text`}
      </p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {pictures.map(({ name, range }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture is identified by its order in the text
          <li key={index} className="min-w-0">
            <Button
              look="secondary"
              className="max-w-full [overflow-wrap:anywhere]"
              disabled={range === null}
              onClick={() => range !== null && onShow(range)}
            >
              Show {name} in the text
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
