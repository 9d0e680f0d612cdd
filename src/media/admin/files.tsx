import { useNavigate } from 'react-router';
import { LoadingRows } from '../../admin/loading.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { Attachment } from '../attachments.ts';
import type { Route } from './+types/files.ts';
import { FileRow, fileRowId } from './file-row.tsx';
import { Library } from './library.tsx';
import { FILES } from './media-kinds.ts';
import { isAttachment } from './upload-media.ts';

export const meta: Route.MetaFunction = () => privateMeta('Files');

/** The files of the library that readers download. */
export default function Files() {
  const navigate = useNavigate();
  return (
    <Library
      kind={FILES}
      isOfKind={isAttachment}
      nameOf={({ name }) => name}
      title="Files"
      intro="Files that readers can download. Drop one into a post to insert a link."
      searched="the name"
      loading={<LoadingRows label="Loading the files" />}
      className="space-y-3"
      Item={FileRow}
      follow={(media) =>
        isAttachment(media)
          ? { label: 'Show it', act: () => focusFile(media) }
          : { label: 'Show pictures', act: () => void navigate('/admin/media') }
      }
    />
  );
}

function focusFile(attachment: Attachment) {
  document.getElementById(fileRowId(attachment))?.querySelector('a')?.focus();
}
