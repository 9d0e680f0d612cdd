import { redirect } from 'react-router';
import { DASHBOARD } from './dashboard-path.ts';

export function loader() {
  throw redirect(DASHBOARD);
}
