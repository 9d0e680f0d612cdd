import { cite as strings } from '../../content/blog.ts';
import { Unbroken } from '../../ui/unbroken.tsx';
import { citationText, citedPath, citedVersion } from '../cite-post.ts';
import type { ReadPost } from '../post.ts';
import type { RecordMark } from '../record/record-mark.ts';

type CitePostProps = {
  post: ReadPost;
  publicUrl: string;
  record?: RecordMark;
};

export function CitePost({ post, publicUrl, record }: CitePostProps) {
  const cited = citedVersion(post, record);
  const path = citedPath(cited);
  return (
    <details data-screen-only="" className="mt-12 max-w-measure border-line border-t pt-4">
      <summary className="min-h-11 cursor-pointer py-2 font-medium">{strings.title}</summary>
      <p dir="auto" className="my-2 select-all rounded-md bg-stone-tint px-4 py-3 text-sm">
        <Unbroken text={citationText(cited, publicUrl + path)} />
      </p>
      <ul aria-label={strings.files} className="flex flex-wrap gap-x-5">
        {strings.formats.map(({ ending, label }) => (
          <li key={ending}>
            <a
              href={`${path}/cite.${ending}`}
              className="prose-link inline-flex min-h-11 items-center"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
