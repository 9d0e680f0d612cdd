import { expect, test } from 'vitest';
import { loginUrl, urlAfterLogin } from './login-url.ts';

const login = (next: string) =>
  `https://ligara.example/admin/login?${new URLSearchParams({ next })}`;

test('somebody who had to sign in first comes back to the page they wanted', () => {
  const wanted = { pathname: '/admin/edit-post/how-to-read', search: '?q=a&b' };
  const href = new URL(loginUrl(wanted), 'https://ligara.example').href;
  expect(urlAfterLogin(href)).toBe('/admin/edit-post/how-to-read?q=a&b');
  expect(urlAfterLogin('https://ligara.example/admin/login')).toBe('/admin/dashboard');
});

test.each([
  'https://elsewhere.example/admin/dashboard',
  '//elsewhere.example/admin/dashboard',
  '/\\elsewhere.example/admin/dashboard',
  '/blog',
  '/admin/../blog',
  '/admin/login?next=/admin/login',
  'javascript:alert(1)',
  'https://',
])('a login link cannot send an administrator to %s', (next) => {
  expect(urlAfterLogin(login(next))).toBe('/admin/dashboard');
});
