import {
  type LinkProps,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
} from 'react-router';

/**
 * A link to a page of this site. The way there is a view transition, where browsers have them. The
 * list of routes is with the browser already: none has to be discovered.
 */
export function Link(props: LinkProps) {
  return <RouterLink viewTransition discover="none" {...props} />;
}

/** A link that says by `aria-current` that its page is the one shown. */
export function NavLink(props: NavLinkProps) {
  return <RouterNavLink viewTransition discover="none" {...props} />;
}
