import { type RefObject, useEffect, useRef } from 'react';
import {
  type Location,
  type NavigateOptions,
  type To,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router';

/** Where the person is going, else where they are; null when the page that asks has gone. */
function useWhereabouts(): RefObject<Location | null> {
  const location = useLocation();
  const { location: next } = useNavigation();
  const whereabouts = useRef<Location | null>(null);
  useEffect(() => {
    whereabouts.current = next ?? location;
    return () => {
      whereabouts.current = null;
    };
  }, [next, location]);
  return whereabouts;
}

/**
 * Navigates at the end of a request, as `useNavigate` does, but pulls nobody back who has opened another page
 * meanwhile. The page may get another path while it waits: a new post does when it is saved.
 */
export function useNavigateFromHere(): (to: To, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const here = useRef(pathname);
  useEffect(() => {
    here.current = pathname;
  }, [pathname]);
  const whereabouts = useWhereabouts();
  return async (to, options) => {
    if (whereabouts.current?.pathname === here.current) await navigate(to, options);
  };
}
