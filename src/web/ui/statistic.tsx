import { NoteMark } from './footnotes.tsx';

type StatisticProps = { id: string; value: string; label: string; number: number };

/** A figure in large type over what it counts, with the number of its footnote. */
export function Statistic({ id, value, label, number }: StatisticProps) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="mt-2 text-muted">
        {label}
        <NoteMark id={id} number={number} />
      </dt>
      <dd className="display whitespace-nowrap text-4xl tabular-nums">{value}</dd>
    </div>
  );
}
