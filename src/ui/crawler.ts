/** True if `crawler-script.ts` has detected a crawler, which is shown server-rendered pages only. */
export function isCrawler(): boolean {
  return 'prerenderReady' in window;
}
