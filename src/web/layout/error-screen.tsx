import { Link } from 'react-router';
import { headerNavigation } from '../../content/navigation.ts';

/** The screen of specification section 8, with ways on. */
export function ErrorScreen({ message, stack }: { message: string; stack?: string }) {
  return (
    <div className="page pt-40 pb-16">
      <h1 className="display text-4xl">Unexpected Application Error!</h1>
      <p className="mt-4 text-lg text-muted">{message}</p>
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
