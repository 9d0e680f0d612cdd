import { redirect } from 'react-router';

/** The dashboard's guard redirects to the login when nobody is signed in. */
export function loader() {
  throw redirect('/admin/dashboard');
}
