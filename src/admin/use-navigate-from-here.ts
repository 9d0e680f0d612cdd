import { useEffect, useRef } from 'react';
import {
  type NavigateOptions,
  type To,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router';

/**
 * Navigates at the end of a request, as `useNavigate` does, but pulls nobody back who has opened another page
 * meanwhile. The page may get another path while it waits: a new post does when it is saved.
 */
export function useNavigateFromHere(): (to: To, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = next === undefined || next.pathname === pathname;
    return () => {
      isHere.current = false;
    };
  }, [next, pathname]);
  return async (to, options) => {
    if (isHere.current) await navigate(to, options);
  };
}
