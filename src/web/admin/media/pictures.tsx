import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Picture } from '../../../domain/media/pictures.ts';
import { privateMeta } from '../../seo.ts';
import type { Refusal } from '../api.ts';
import { LoadMore } from '../load-more.tsx';
import { LoadingPictures } from '../loading.tsx';
import { useGoToLogin } from '../login-redirect.ts';
import { storedSession } from '../session.ts';
import { SignInAgain } from '../sign-in-again.tsx';
import { UrlSearch } from '../url-search.tsx';
import type { Route } from './+types/pictures.ts';
import { cardId, PictureCard } from './picture-card.tsx';
import { countOf, pictureName } from './picture-labels.ts';
import { UploadArea } from './upload-area.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import { usePictures } from './use-pictures.ts';
import { useUploads } from './use-uploads.ts';

export const meta: Route.MetaFunction = () => privateMeta('Pictures');

/** The media library: upload, description, search and deletion of pictures. */
export default function Pictures() {
  const [query] = useSearchParams();
  const q = query.get('q')?.trim() ?? '';
  const [email] = useState(() => storedSession()?.email ?? '');
  const [isSignedOut, setSignedOut] = useState(false);
  const goToLogin = useGoToLogin();
  const library = usePictures(q, (hasPage) => {
    // An empty page has nothing to lose.
    if (hasPage) setSignedOut(true);
    else void goToLogin({ replace: true });
  });
  const [notice, setNotice] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const { uploads, add, dismiss, retry, resume } = useUploads(library.add, noteRefusal);
  const isDragOver = useDroppedFiles(upload);

  const uploaded = uploads.filter(({ state }) => state.kind === 'done').length;
  const onUploaded = useEffectEvent(() => library.recount());
  useEffect(() => {
    if (uploaded > 0) void onUploaded();
  }, [uploaded]);

  function noteRefusal(refusal: Refusal) {
    if (refusal.kind === 'signed-out') setSignedOut(true);
  }

  function upload(files: File[]) {
    setNotice('');
    add(files);
  }

  function onRemoved(picture: Picture) {
    library.remove(picture);
    setNotice(`Deleted ${pictureName(picture)}.`);
    heading.current?.focus();
  }

  const { page, failure, isLoading } = library;
  return (
    <>
      <h1 className="display text-2xl">Pictures</h1>
      <p className="mt-1 max-w-prose text-muted text-sm">
        For posts and their covers. Each is kept in several sizes; readers get the one that fits
        their screen.
      </p>
      <div className="mt-6 space-y-6">
        <UploadArea
          uploads={uploads}
          isDragOver={isDragOver}
          onFiles={upload}
          onDismiss={dismiss}
          onRetry={(each) => retry([each])}
          follow={{ label: 'Describe it', act: focusDescription }}
        />
        <UrlSearch
          label="Search pictures"
          placeholder="Words of the name or the alternative text"
          className=""
        />
      </div>
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
          Library
        </h2>
        <p role="status" className="text-muted text-sm">
          {notice} {page === null ? '' : countOf(page.total, 'picture')}
        </p>
      </div>
      {page === null && isLoading ? <LoadingPictures /> : null}
      {page === null ? null : page.pictures.length === 0 ? (
        <NoPictures isSearch={q !== ''} />
      ) : (
        <ul
          aria-busy={isLoading}
          className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4 transition-opacity aria-busy:opacity-60"
        >
          {page.pictures.map((picture) => (
            <li key={picture.id} className="grid">
              <PictureCard
                picture={picture}
                onChanged={library.replace}
                onRemoved={onRemoved}
                onSignedOut={() => setSignedOut(true)}
                onNotice={setNotice}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={library} />
      {isSignedOut ? (
        <SignInAgain
          email={email}
          promise="Nothing here is lost: uploads go on once you have signed in."
          onSignedIn={() => {
            setSignedOut(false);
            resume();
            if (failure !== null) void library.loadMore();
          }}
          onCancel={() => setSignedOut(false)}
        />
      ) : null}
    </>
  );
}

function focusDescription(picture: Picture) {
  document.getElementById(cardId(picture))?.querySelector('textarea')?.focus();
}

function NoPictures({ isSearch }: { isSearch: boolean }) {
  return (
    <div className="mt-3 rounded-card border border-line border-dashed px-6 py-12 text-center">
      <p className="font-medium">{isSearch ? 'No pictures match' : 'No pictures yet'}</p>
      <p className="mt-1 text-muted text-sm">
        {isSearch
          ? 'Try other words of the name or the alternative text.'
          : 'Drop a file on this page, or paste a screenshot.'}
      </p>
    </div>
  );
}
