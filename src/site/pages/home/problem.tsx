import { chartLabels } from '../../../content/figures.ts';
import { problem } from '../../../content/home.ts';
import { problemPictures, problemTable } from '../../../content/home-charts.ts';
import { FigureTable } from '../../../ui/chart.tsx';
import { Dots } from '../../../ui/dots.tsx';
import { Footnotes } from '../../../ui/footnotes.tsx';
import { Statistic } from '../../../ui/statistic.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';

export function Problem() {
  return (
    <section className="page py-16 md:py-24">
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-12">
        <h2 className="display text-3xl lg:col-span-5 lg:pr-8">{problem.title}</h2>
        <div className="max-w-[66ch] space-y-5 lg:col-span-7 lg:mt-1">
          {problem.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
      <dl className="mt-14 grid border-line border-t md:mt-20 tablet:grid-cols-3">
        {problem.statistics.map((statistic, index) => (
          <Statistic
            key={statistic.id}
            {...statistic}
            number={index + 1}
            picture={<Picture id={statistic.id} />}
            className="border-line border-b py-7 tablet:border-b-0 tablet:border-l tablet:px-8 lg:pb-4 tablet:first:border-l-0 tablet:first:pl-0"
          />
        ))}
      </dl>
      <Footnotes
        notes={problem.statistics}
        className="mt-8 grid gap-y-3 border-line tablet:mt-0 tablet:border-t tablet:pt-6 lg:grid-cols-3 lg:border-t-0 lg:border-b lg:pt-0 lg:*:border-line lg:*:border-l lg:*:px-8 lg:*:pb-7 lg:*:first:border-l-0 lg:*:first:pl-0"
      />
      <div className="mt-3 flex flex-wrap justify-between gap-x-8 max-lg:mt-6 max-lg:border-line max-lg:border-t max-lg:pt-3">
        <p className="flex-1 basis-64 py-3 text-muted text-xs">
          <Unbroken text={problemTable.key} />
        </p>
        <div className="tablet:w-70 tablet:text-right">
          <FigureTable
            title={problemTable.title}
            label={chartLabels.table}
            rows={problem.statistics.map(({ label, value }) => ({ label, display: value }))}
          />
        </div>
      </div>
    </section>
  );
}

function Picture({ id }: { id: string }) {
  const picture = problemPictures[id];
  if (picture === undefined) return null;
  return (
    <span className="mb-7 flex h-10 max-w-80 items-center">
      <Dots {...picture} className="max-h-full w-full text-ink" />
    </span>
  );
}
