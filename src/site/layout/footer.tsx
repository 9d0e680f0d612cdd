import { footerCompany, footerLegal, navigationLabels } from '../../content/navigation.ts';
import { site } from '../../content/site.ts';
import { currentYear } from '../../ui/dates.ts';
import { Link } from '../../ui/link.tsx';
import { Mark } from '../../ui/mark.tsx';

export function Footer() {
  // Hydration leaves the server's text: the browser does not need the site's time zone.
  const year = import.meta.env.SSR ? currentYear() : new Date().getFullYear();
  return (
    <footer className="site-footer">
      <div className="page grid gap-x-8 gap-y-10 py-12 md:py-16 grid-cols-2 tablet:grid-cols-3 lg:grid-cols-12">
        <div className="max-w-sm col-span-full lg:col-span-5">
          <div className="flex items-center gap-3">
            <Mark className="size-7" />
            <span className="display text-xl">{site.name}</span>
          </div>
          <p className="mt-4 font-display text-lg leading-snug">{site.tagline}</p>
          <p className="mt-4 text-muted text-sm">{site.disclaimer}</p>
        </div>
        <LinkList list={footerCompany} className="max-tablet:row-span-2 lg:col-span-2" />
        <LinkList list={footerLegal} className="lg:col-span-2" />
        <div className="text-sm lg:col-span-3">
          <h2 className="eyebrow">{navigationLabels.location}</h2>
          <address className="mt-3 not-italic">
            <p className="py-2.5 text-muted">{site.location.footer}</p>
            <a href={`mailto:${site.email.info}`} className="footer-link">
              {site.email.info}
            </a>
            <a href={site.social.href} target="_blank" rel="noopener" className="footer-link">
              {site.social.label}
              <span className="sr-only"> ({navigationLabels.newTab})</span>
            </a>
          </address>
        </div>
      </div>
      <div className="page">
        <p className="border-line border-t py-6 text-muted text-sm">
          © <span suppressHydrationWarning>{year}</span> {site.name}. {navigationLabels.rights}
        </p>
      </div>
    </footer>
  );
}

function LinkList({
  list,
  className,
}: {
  list: typeof footerCompany | typeof footerLegal;
  className: string;
}) {
  return (
    <nav aria-label={list.title} className={`text-sm ${className}`}>
      <h2 className="eyebrow">{list.title}</h2>
      <ul className="mt-3">
        {list.links.map(({ name, href }) => (
          <li key={name}>
            {href === null ? (
              <span className="block cursor-default py-2.5 text-muted">{name}</span>
            ) : (
              <Link to={href} className="footer-link">
                {name}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
