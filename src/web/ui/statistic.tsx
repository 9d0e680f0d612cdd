import { NoteMark } from './footnotes.tsx';

type StatisticProps = {
  id: string;
  value: string;
  label: string;
  /** The number of its footnote. */
  number: number;
  className?: string;
};

/** A figure in large type over what it counts; stands directly within a `dl`. */
export function Statistic({ id, value, label, number, className = '' }: StatisticProps) {
  return (
    <div className={`flex flex-col-reverse justify-end ${className}`}>
      <dt className="mt-2 text-muted">
        {label}
        <NoteMark id={id} number={number} />
      </dt>
      <dd className="display whitespace-nowrap text-4xl tabular-nums">{value}</dd>
    </div>
  );
}
