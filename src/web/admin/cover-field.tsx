import { Images } from 'lucide-react';
import { type ComponentProps, type DragEvent, useState } from 'react';
import { LIMITS } from '../../domain/posts/post.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { CoverThumbnail } from './cover-thumbnail.tsx';
import { PicturePicker } from './media/picture-picker.tsx';

type CoverFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  /** An absolute address, or empty. */
  value: string;
  onChange: (address: string) => void;
};

/** The address of the cover: typed, chosen from the library, or of a file that is dropped here. */
export function CoverField({ value, onChange, ...field }: CoverFieldProps) {
  /** What the library is opened with; null while it is closed. */
  const [given, setGiven] = useState<File[] | null>(null);
  const [isOver, setOver] = useState(false);

  function over(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  }

  function drop(event: DragEvent) {
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    setGiven(files);
  }

  return (
    <>
      <TextField
        {...field}
        type="url"
        maxLength={LIMITS.url}
        placeholder="https://"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard */}
      <div
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex flex-wrap items-center gap-x-5 gap-y-3 rounded-md transition-colors ${isOver ? 'bg-teal/8' : ''}`}
      >
        {value === '' ? (
          <p className="grid aspect-video w-64 max-w-full place-items-center rounded-md border border-muted/70 border-dashed px-6 text-center text-muted text-sm">
            Drop a picture here
          </p>
        ) : (
          <CoverThumbnail address={value} />
        )}
        <Button look="secondary" onClick={() => setGiven([])}>
          <Images aria-hidden className="size-4" />
          Choose a picture
        </Button>
      </div>
      {given === null ? null : (
        <PicturePicker
          action="Use as cover"
          files={given}
          onChoose={({ address }) => onChange(window.location.origin + address)}
          onClose={() => setGiven(null)}
        />
      )}
    </>
  );
}
