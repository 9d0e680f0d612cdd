import { site } from '../../content/site.ts';

export function loader() {
  return Response.json(
    {
      name: site.name,
      short_name: site.name,
      start_url: '/',
      display: 'browser',
      background_color: '#FBFAF7',
      theme_color: '#FBFAF7',
      icons: [192, 512].map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
      })),
    },
    { headers: { 'Content-Type': 'application/manifest+json' } },
  );
}
