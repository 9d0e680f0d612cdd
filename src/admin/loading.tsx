import { LoaderCircle } from 'lucide-react';

export function Loading({ pathname }: { pathname: string }) {
  const path = pathname.toLowerCase();
  if (/^\/admin\/edit-post\/(?![^/]+\/revisions)/.test(path)) return <LoadingPost />;
  if (/^\/admin\/(?:dashboard)?$/.test(path)) return <LoadingDashboard />;
  return (
    <>
      <Skeleton className="mb-8 h-9 w-56" />
      <LoadingRows label="Loading the page" />
    </>
  );
}

function LoadingPost() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
      <LoaderCircle aria-hidden className="size-5 animate-spin text-teal" />
      Loading post for editing...
    </p>
  );
}

function LoadingDashboard() {
  return (
    <>
      <Skeleton className="h-42 sm:h-15 xl:h-11" />
      <Skeleton className="mt-4 h-38.5 sm:h-34.5 lg:h-19.5" />
      <Skeleton className="mt-6 h-7 w-20" />
      <Skeleton className="mt-5 h-6 w-44 lg:mt-7 lg:mb-4" />
      <LoadingRows label="Loading the dashboard" />
    </>
  );
}

export function LoadingRows({ label }: { label: string }) {
  return <Skeletons label={label} count={6} className="mt-3 space-y-2 *:h-16" />;
}

export function LoadingPictures() {
  const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4';
  return <Skeletons label="Loading the pictures" count={8} className={`mt-3 ${grid} *:h-80`} />;
}

type SkeletonsProps = { label: string; count: number; className: string };

function Skeletons({ label, count, className }: SkeletonsProps) {
  return (
    <div role="status" aria-label={label} className={className}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <Skeleton key={index} className="" />
      ))}
    </div>
  );
}

export function Skeleton({ className }: { className: string }) {
  return <div className={`animate-pulse rounded-md bg-stone-tint ${className}`} />;
}
