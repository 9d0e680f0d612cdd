import { redirect } from 'react-router';

/** The dashboard's own guard leads on to the sign-in where nobody is signed in. */
export function loader() {
  throw redirect('/admin/dashboard');
}
