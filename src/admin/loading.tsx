import { LoaderCircle } from 'lucide-react';

const LISTS = [
  ['activity', 'the activity log'],
  ['trash', 'the trash'],
  ['people', 'the list of people'],
  ['account', 'your account'],
  ['inbox', 'the inbox'],
  ['newsletter', 'the newsletter'],
  ['subscribers', 'the subscribers'],
  ['authors', 'the authors'],
  ['glossary', 'the glossary'],
  ['writing-help', 'the page'],
] as const;

/** The skeleton of an admin page, by its path, until its data is loaded. */
export function Loading({ pathname }: { pathname: string }) {
  const path = pathname.toLowerCase();
  if (/^\/admin\/edit-post\/[^/]+\/revisions/.test(path)) {
    return <LoadingList label="Loading the revisions" />;
  }
  if (path.startsWith('/admin/edit-post/')) return <LoadingPost />;
  if (path.startsWith('/admin/media')) return <LoadingLibrary />;
  const list = LISTS.find(([page]) => path.startsWith(`/admin/${page}`));
  if (list !== undefined) return <LoadingList label={`Loading ${list[1]}`} />;
  return path.startsWith('/admin/create-post') ? <LoadingForm /> : <LoadingDashboard />;
}

function LoadingPost() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
      <LoaderCircle aria-hidden className="size-5 animate-spin text-teal" />
      Loading post for editing...
    </p>
  );
}

function LoadingForm() {
  return (
    <div role="status" aria-label="Loading the form" className="space-y-6">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-80" />
      <Skeleton className="h-96" />
    </div>
  );
}

function LoadingList({ label }: { label: string }) {
  return (
    <>
      <Skeleton className="mb-8 h-9 w-56" />
      <LoadingRows label={label} />
    </>
  );
}

export function LoadingRows({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="mt-3 space-y-2">
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}

/** As tall as what the dashboard shows above its rows. */
function LoadingDashboard() {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Skeleton className="h-15 w-56 xl:h-11" />
        <Skeleton className="h-24 w-full sm:h-11 sm:w-120" />
      </div>
      <div className="mt-4 grid items-end gap-3 lg:grid-cols-[auto_minmax(0,1fr)]">
        <div className="grid grid-cols-3 gap-2 sm:gap-3">
          <Skeleton className="h-16 sm:h-12 lg:w-36" />
          <Skeleton className="h-16 sm:h-12 lg:w-36" />
          <Skeleton className="h-16 sm:h-12 lg:w-36" />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_9rem] gap-3 pt-7.5 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      </div>
      <Skeleton className="mt-6 h-7 w-20" />
      <Skeleton className="mt-5 h-6 w-44 lg:mt-7 lg:mb-4" />
      <LoadingRows label="Loading the dashboard" />
    </>
  );
}

/** As tall as what `Library` shows above its list. */
function LoadingLibrary() {
  return (
    <div role="status" aria-label="Loading the library">
      <Skeleton className="h-9 w-40" />
      <Skeleton className="mt-1 h-10 sm:h-5 sm:max-w-prose" />
      <Skeleton className="mt-4 h-11 w-40" />
      <Skeleton className="mt-6 h-46 sm:h-25" />
    </div>
  );
}

export function LoadingPictures() {
  return (
    <div
      role="status"
      aria-label="Loading the pictures"
      className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4"
    >
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'].map((tile) => (
        <Skeleton key={tile} className="h-80" />
      ))}
    </div>
  );
}

export function Skeleton({ className }: { className: string }) {
  return <div className={`animate-pulse rounded-md bg-stone-tint ${className}`} />;
}
