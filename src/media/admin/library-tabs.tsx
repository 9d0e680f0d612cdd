import { NavLink } from 'react-router';

/** Leads between the two parts of the library. */
export function LibraryTabs() {
  return (
    <nav aria-label="Library" className="mt-4 flex gap-1 border-line border-b">
      {[
        { to: '/admin/media', name: 'Pictures' },
        { to: '/admin/media/files', name: 'Files' },
      ].map(({ to, name }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="-mb-px inline-flex min-h-11 items-center border-transparent border-b-2 px-3 font-medium text-muted text-sm hover:text-ink aria-[current=page]:border-teal aria-[current=page]:text-ink"
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
