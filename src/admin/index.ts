import { redirect } from 'react-router';
import { DASHBOARD } from './dashboard-path.ts';

/** The dashboard's guard redirects to the login when nobody is signed in. */
export function loader() {
  throw redirect(DASHBOARD);
}
