import { headerNavigation } from '../../content/navigation.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';

type ErrorScreenProps = {
  message: string;
  stack?: string;
  /** For errors that a reload may fix. */
  offerReload?: boolean;
};

/** The screen of specification section 8, with links to other pages. */
export function ErrorScreen({ message, stack, offerReload = false }: ErrorScreenProps) {
  return (
    <div className="page pt-40 pb-16">
      <h1 className="display text-4xl">Unexpected Application Error!</h1>
      <p className="mt-4 whitespace-pre-line text-lg text-muted [overflow-wrap:anywhere]">
        {message}
      </p>
      {offerReload ? (
        <div className="mt-8">
          <p className="mb-4 max-w-[60ch]">
            A part of this page did not arrive. Your connection may have dropped, or the site may
            have been updated since you opened it. Loading the page again usually helps.
          </p>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </div>
      ) : null}
      {stack === undefined ? null : (
        <pre className="mt-6 overflow-x-auto border border-line bg-surface p-4 font-mono text-xs">
          {stack}
        </pre>
      )}
      <ul className="mt-10 flex flex-wrap gap-x-6 gap-y-2">
        <li>
          <Link to="/" className="prose-link">
            Home
          </Link>
        </li>
        {headerNavigation.map((item) => (
          <li key={item.href}>
            <Link to={item.href} className="prose-link">
              {item.name}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/blog" className="prose-link">
            Blog
          </Link>
        </li>
      </ul>
    </div>
  );
}
