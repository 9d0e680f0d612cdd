import { useLocation } from 'react-router';
import type { ApiResult } from '../../../admin/api.ts';
import { LoginFrame } from '../login/login-frame.tsx';
import { ChoosePassword, type ChoosePasswordTexts } from './choose-password.tsx';

/** Sent with pages that a secret link opens. Its token is in the fragment, which no server gets to see. */
export const SECRET_PAGE_HEADERS = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

type ChoosePasswordPageProps<T> = ChoosePasswordTexts<T> & {
  texts: { title: string; lead: string };
  /** Whom the link is for. Changes nothing: mail scanners follow links. */
  open: (token: string) => Promise<ApiResult<T>>;
  /** Redeems the link, and leads on. */
  redeem: (token: string, email: string, password: string) => Promise<ApiResult<unknown>>;
};

/** The page of a mailed link whose token is in the fragment, which only the browser knows. */
export function ChoosePasswordPage<T extends { email: string }>(props: ChoosePasswordPageProps<T>) {
  const { texts, open, redeem, ...form } = props;
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <LoginFrame {...texts}>
      {/* Another link may be opened in the same tab. */}
      <ChoosePassword
        {...form}
        key={token}
        open={() => open(token)}
        onSubmit={(email, password) => redeem(token, email, password)}
      />
    </LoginFrame>
  );
}
