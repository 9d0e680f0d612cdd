/** The first page of the admin area, to which others lead. */
export const DASHBOARD = '/admin/dashboard';
