import { Images } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { PicturePicker } from '../../../media/admin/picture-picker.tsx';
import { CoverThumbnail } from '../../../posts/admin/dashboard/cover-thumbnail.tsx';
import { LIMITS } from '../../../posts/fields.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

type CoverFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  /** An absolute URL, or empty. */
  value: string;
  onChange: (url: string) => void;
};

/** The cover's URL: typed, of a picture from the library, or of a dropped file. */
export function CoverField({ value, onChange, ...field }: CoverFieldProps) {
  /** The files to upload in the open library; null while it is closed. */
  const [files, setFiles] = useState<File[] | null>(null);
  return (
    <>
      <TextField
        {...field}
        type="url"
        maxLength={LIMITS.url}
        placeholder="https://"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const dropped = [...event.dataTransfer.files];
          if (dropped.length > 0) setFiles(dropped);
        }}
        className="flex flex-wrap items-center gap-x-5 gap-y-3"
      >
        <p
          hidden={value !== ''}
          className="grid pointer-coarse:hidden min-h-20 grow basis-48 place-items-center rounded-md border border-muted/70 border-dashed px-6 text-center text-muted text-sm"
        >
          Drop a picture here
        </p>
        <CoverThumbnail url={value} />
        <Button variant="secondary" onClick={() => setFiles([])}>
          <Images aria-hidden className="size-4" />
          Choose a picture
        </Button>
      </div>
      {files === null ? null : (
        <PicturePicker
          action="Use as cover"
          files={files}
          onChoose={({ address }) => {
            setFiles(null);
            onChange(window.location.origin + address);
          }}
          onCancel={() => setFiles(null)}
        />
      )}
    </>
  );
}
