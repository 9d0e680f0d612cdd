/**
 * Whether `crawler-script.ts`, which runs as a page loads, found a program without a person. It is shown
 * what the server rendered, without calls.
 */
export function isCrawler(): boolean {
  return 'prerenderReady' in window;
}
