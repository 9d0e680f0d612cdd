import type { Action } from '../../content/action.ts';
import { hero } from '../../content/newsletter.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { SeatedMark } from '../../ui/seated-mark.tsx';

type LinkPageProps = {
  title: string;
  text: string;
  /** Label of the button that performs the link's action. */
  submit?: string;
  /** A link to another page. */
  action?: Action;
  isDone: boolean;
};

/**
 * The page behind a link in a mail. Opening it changes nothing, because mail scanners open links too;
 * the button posts a form to the same URL.
 */
export function LinkPage({ title, text, submit, action, isDone }: LinkPageProps) {
  return (
    <div className="page flex min-h-[70vh] flex-col items-start justify-center pt-32 pb-16">
      {isDone ? <SeatedMark className="size-20" /> : <Mark className="size-14" />}
      <p className="eyebrow mt-8 mb-5">{hero.eyebrow}</p>
      <h1 className="display text-4xl">{title}</h1>
      <p className="mt-6 max-w-xl text-lg text-muted">{text}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        {submit === undefined ? null : (
          <form method="post">
            <Button type="submit">{submit}</Button>
          </form>
        )}
        {action === undefined ? null : (
          <ButtonLink href={action.href} variant={isDone ? 'secondary' : 'primary'}>
            {action.label}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
