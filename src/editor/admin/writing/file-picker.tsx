import type { RefObject } from 'react';
import { ATTACHMENTS } from '../../../media/admin/upload-area.tsx';

type FilePickerProps = {
  input: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
};

/** The hidden input whose click opens the browser's choice of files. */
export function FilePicker({ input, onFiles }: FilePickerProps) {
  return (
    <input
      ref={input}
      type="file"
      multiple
      accept={ATTACHMENTS}
      hidden
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        // Else choosing the same file again would fire no event.
        currentTarget.value = '';
      }}
    />
  );
}
