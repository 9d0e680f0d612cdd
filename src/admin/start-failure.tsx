import { Button } from '../ui/button.tsx';

const BOX =
  'space-y-4 rounded-md border border-danger bg-danger-tint px-4 py-3 text-danger text-sm';

/**
 * Server-rendered messages that replace a skeleton when the browser runs no scripts, or those of the page
 * fail. `hydration-scripts.tsx` shows the latter message and hides elements with `data-skeleton`.
 */
export function StartFailure() {
  return (
    <>
      <p className={`hidden noscript:block ${BOX}`}>
        The admin area needs JavaScript. Allow it for this site in your browser, then load this page
        again.
      </p>
      <div data-start-failure hidden role="alert" className={BOX}>
        <p>
          Part of this page did not load. Your connection may have dropped, or the site may have
          been updated in the meantime. Loading the page again usually helps.
        </p>
        <Button variant="secondary">Reload the page</Button>
      </div>
    </>
  );
}
