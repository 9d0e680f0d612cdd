import { LoaderCircle } from 'lucide-react';

export function Loading({ pathname }: { pathname: string }) {
  const path = pathname.toLowerCase();
  if (/^\/admin\/edit-post\/(?![^/]+\/revisions)/.test(path)) {
    return (
      <p role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
        <LoaderCircle aria-hidden className="size-5 animate-spin text-teal" />
        Loading post for editing...
      </p>
    );
  }
  const page = /^\/admin\/(?:dashboard)?$/.test(path) ? 'dashboard' : 'page';
  return (
    <>
      <Skeleton className="mb-8 h-9 w-56" />
      <Skeletons label={`Loading the ${page}`} count={6} className="mt-3 space-y-2 *:h-16" />
    </>
  );
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
