import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { NavLink, useSearchParams } from 'react-router';
import { EmptyState } from '../../admin/lists/empty-state.tsx';
import { ListStatus } from '../../admin/lists/list-status.tsx';
import { LoadMore } from '../../admin/lists/load-more.tsx';
import { UrlSearch } from '../../admin/lists/url-search.tsx';
import type { Attachment } from '../attachments.ts';
import type { Picture } from '../pictures.ts';
import type { MediaKind } from './media-kinds.ts';
import { countOf } from './picture-labels.ts';
import { UploadArea } from './upload-area.tsx';
import { uploadMedia } from './upload-media.ts';
import { useDroppedFiles } from './use-dropped-files.ts';
import { useLibrary } from './use-library.ts';
import type { MediaItemProps } from './use-removal.ts';
import { useUploads } from './use-uploads.ts';

type Media = Picture | Attachment;

type LibraryProps<T extends Media> = {
  kind: MediaKind<T>;
  isOfKind: (media: Media) => media is T;
  nameOf: (item: T) => string;
  title: string;
  intro: string;
  /** What is searched: "the name". */
  searched: string;
  loading: ReactNode;
  className: string;
  Item: ComponentType<MediaItemProps<T>>;
  /** What leads on from a finished upload. */
  follow: (media: Media) => { label: string; act: () => void };
};

/** One kind of media of the library: upload, search and deletion. */
export function Library<T extends Media>({ kind, nameOf, Item, ...props }: LibraryProps<T>) {
  const { isOfKind, searched } = props;
  const [query] = useSearchParams();
  const q = query.get('q')?.trim() ?? '';
  const library = useLibrary(kind, q);
  const [notice, setNotice] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const { uploads, add, dismiss, retry } = useUploads(uploadMedia, take);
  const isDragOver = useDroppedFiles(upload);

  const uploaded = uploads.filter(({ state }) => state.kind === 'done').length;
  const onUploaded = useEffectEvent(() => library.recount());
  useEffect(() => {
    if (uploaded > 0) void onUploaded();
  }, [uploaded]);

  function take(media: Media) {
    if (isOfKind(media)) library.add(media);
  }

  function upload(files: File[]) {
    setNotice('');
    add(files);
  }

  function onRemoved(item: T) {
    library.remove(item);
    setNotice(`Deleted ${nameOf(item)}.`);
    heading.current?.focus();
  }

  const { page, failure, isLoading } = library;
  const isUnused = page?.items.length === 0 && page.q === '';
  // Until the list is loaded, it is not known whether there is anything to search.
  const hasSearch = page === null ? q !== '' || failure !== null : !isUnused;
  return (
    <>
      <h1 className="display text-2xl">{props.title}</h1>
      <p className="mt-1 max-w-prose text-muted text-sm">{props.intro}</p>
      <LibraryTabs />
      <div className="mt-6">
        <UploadArea
          takesFiles
          uploads={uploads}
          isDragOver={isDragOver}
          onFiles={upload}
          onDismiss={dismiss}
          onRetry={(each) => retry([each])}
          follow={props.follow}
        />
      </div>
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 ref={heading} tabIndex={-1} className="font-medium text-lg">
          Library
        </h2>
        <ListStatus notice={notice}>
          {page === null || isUnused ? null : countOf(page.total, kind.noun)}
        </ListStatus>
      </div>
      {hasSearch ? (
        <UrlSearch
          label={`Search ${kind.noun}s`}
          placeholder="Press / to search"
          className="mt-3 mb-6"
        />
      ) : null}
      {page === null && isLoading ? props.loading : null}
      {page === null ? null : page.items.length === 0 ? (
        <NothingListed noun={kind.noun} searched={isUnused ? null : searched} />
      ) : (
        <ul
          aria-busy={isLoading}
          className={`mt-6 transition-opacity aria-busy:opacity-60 ${props.className}`}
        >
          {page.items.map((item) => (
            <li key={item.id} className="grid">
              <Item
                item={item}
                onChanged={library.replace}
                onRemoved={onRemoved}
                onNotice={setNotice}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={library} />
    </>
  );
}

/** @param searched null while there is nothing to search */
function NothingListed({ noun, searched }: { noun: string; searched: string | null }) {
  return (
    <EmptyState
      title={searched === null ? `No ${noun}s yet` : `No ${noun}s match`}
      text={
        searched === null
          ? `Each ${noun} that you upload is listed here.`
          : `Try different words from ${searched}.`
      }
    />
  );
}

/** Leads between the two parts of the library. */
function LibraryTabs() {
  return (
    <nav aria-label="Library" className="mt-4 flex gap-1 border-line border-b">
      {[
        { to: '/admin/media', name: 'Pictures' },
        { to: '/admin/media/files', name: 'Files' },
      ].map(({ to, name }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="-mb-px inline-flex min-h-11 items-center border-transparent border-b-2 px-3 font-medium text-muted text-sm hover:text-ink aria-[current=page]:border-teal aria-[current=page]:text-ink"
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
