import { useNavigate } from 'react-router';
import { LoadingPictures } from '../../admin/loading.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { Picture } from '../pictures.ts';
import type { Route } from './+types/pictures.ts';
import { Library } from './library.tsx';
import { PICTURES } from './media-kinds.ts';
import { cardId, PictureCard } from './picture-card.tsx';
import { pictureName } from './picture-labels.ts';
import { isAttachment, isPicture } from './upload-media.ts';

export const meta: Route.MetaFunction = () => privateMeta('Pictures');

/** The pictures of the library, with their alternative texts. */
export default function Pictures() {
  const navigate = useNavigate();
  return (
    <Library
      kind={PICTURES}
      isOfKind={isPicture}
      nameOf={pictureName}
      title="Pictures"
      intro="For posts and their covers. Each is stored in several sizes, and readers get the one that fits their screen."
      searched="the name or the alternative text"
      loading={<LoadingPictures />}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4"
      Item={PictureCard}
      follow={(media) =>
        isAttachment(media)
          ? { label: 'Show files', act: () => void navigate('/admin/media/files') }
          : { label: 'Describe it', act: () => focusDescription(media) }
      }
    />
  );
}

function focusDescription(picture: Picture) {
  document.getElementById(cardId(picture))?.querySelector('textarea')?.focus();
}
