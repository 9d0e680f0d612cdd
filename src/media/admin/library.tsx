import { useRef, useState } from 'react';
import { NavLink, useLocation, useSearchParams } from 'react-router';
import { ListHeading } from '../../admin/lists/list-parts.tsx';
import { UrlSearch } from '../../admin/lists/search-form.tsx';
import { privateMeta } from '../../ui/seo.ts';
import type { Media, MediaKind } from '../library.ts';
import type { Route } from './+types/library.ts';
import { countOf, pictureName } from './labels.ts';
import { MediaItem } from './media-item.tsx';
import { MediaList, useMedia } from './media-list.tsx';
import { UploadArea } from './upload-area.tsx';

const PARTS = {
  picture: {
    title: 'Pictures',
    intro:
      'For posts and their covers. Each is stored in several sizes, and readers get the one that fits their screen.',
    path: '/admin/media',
  },
  file: {
    title: 'Files',
    intro: 'Files that readers can download. Drop one into a post to insert a link.',
    path: '/admin/media/files',
  },
};

const kindAt = (path: string): MediaKind => (path.endsWith('/files') ? 'file' : 'picture');

export const meta: Route.MetaFunction = ({ location }) =>
  privateMeta(PARTS[kindAt(location.pathname)].title);

export default function LibraryPage() {
  const kind = kindAt(useLocation().pathname);
  return <Library key={kind} kind={kind} />;
}

function Library({ kind }: { kind: MediaKind }) {
  const [query] = useSearchParams();
  const q = query.get('q') ?? '';
  const list = useMedia(kind, q);
  const [notice, setNotice] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  function onRemoved(removed: Media) {
    list.change(({ items, total, ...page }) => ({
      ...page,
      items: items.filter(({ id }) => id !== removed.id),
      total: total - 1,
    }));
    setNotice(`Deleted ${pictureName(removed)}.`);
    heading.current?.focus();
  }

  function onChanged(changed: Media) {
    list.change((page) => ({
      ...page,
      items: page.items.map((item) => (item.id === changed.id ? changed : item)),
    }));
  }

  return (
    <>
      <h1 className="display text-2xl">{PARTS[kind].title}</h1>
      <p className="mt-1 max-w-prose text-muted text-sm">{PARTS[kind].intro}</p>
      <nav aria-label="Library" className="mt-4 mb-6 flex gap-1 border-line border-b">
        {Object.values(PARTS).map(({ path, title }) => (
          <NavLink
            key={path}
            to={path}
            end
            className="-mb-px inline-flex min-h-11 items-center border-transparent border-b-2 px-3 font-medium text-muted text-sm hover:text-ink aria-[current=page]:border-teal aria-[current=page]:text-ink"
          >
            {title}
          </NavLink>
        ))}
      </nav>
      <UploadArea takesFiles onUploaded={() => void list.reload()} />
      <ListHeading
        ref={heading}
        title="Library"
        notice={notice}
        status={list.page && countOf(list.page.total, kind)}
      />
      <UrlSearch label={`Search ${kind}s`} className="mt-3 mb-6" />
      <MediaList
        list={list}
        kind={kind}
        q={q}
        className="mt-6 grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4"
      >
        {(item) => (
          <MediaItem item={item} onChanged={onChanged} onRemoved={onRemoved} onNotice={setNotice} />
        )}
      </MediaList>
    </>
  );
}
