import { data } from 'react-router';

export const handle = { hydrate: false };

/** Throws to the root's error boundary, which shows the screen with status 404. */
export function loader() {
  throw data(null, { status: 404, statusText: 'Not Found' });
}

export default function NotFound() {
  return null;
}
