/** Not pages that anyone reads next: secrets, what a person has to want, data and files. */
const NEVER = [
  ...['/admin/*', '/preview/*', '/newsletter/confirm*', '/newsletter/unsubscribe*'],
  ...['/api/*', '/media/*', '/*.*'],
];

/**
 * Rules by which a browser fetches the page behind a link that the pointer rests on, so that it is
 * there when the link is followed. For pages that send no framework; only pages of this site.
 */
export function nextPages(): string {
  return JSON.stringify({
    prefetch: [
      {
        where: {
          and: [{ href_matches: '/*' }, { not: { href_matches: NEVER } }],
        },
        eagerness: 'moderate',
      },
    ],
  });
}
