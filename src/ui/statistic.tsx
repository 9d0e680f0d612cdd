import type { ReactNode } from 'react';
import { NoteMark } from './footnotes.tsx';

type StatisticProps = {
  id: string;
  value: string;
  label: string;
  number: number;
  picture?: ReactNode;
  className?: string;
};

export function Statistic({ id, value, label, number, picture, className = '' }: StatisticProps) {
  return (
    <div className={`flex flex-col-reverse justify-end ${className}`}>
      <dt className="mt-2 text-muted">
        {label}
        <NoteMark id={id} number={number} />
      </dt>
      <dd>
        {picture}
        {/* Not wider than one of two columns, or of three. */}
        <span className="display block whitespace-nowrap text-4xl tabular-nums sm:text-[min(var(--text-4xl),7vw)] tablet:text-[min(var(--text-4xl),5.1vw)]">
          {value}
        </span>
      </dd>
    </div>
  );
}
