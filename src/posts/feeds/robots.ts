/** Robots Exclusion Protocol (RFC 9309): everything public is open to every crawler. */
export function robots(publicUrl: string): string {
  return `# Search engines, archives and AI crawlers are all welcome.
User-agent: *
Disallow: /admin
Allow: /

Sitemap: ${publicUrl}/sitemap.xml
`;
}
