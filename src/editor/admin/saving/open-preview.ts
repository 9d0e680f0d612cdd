/**
 * Opens a page in a new tab once it is ready. The tab opens at once, since browsers block one that comes later than the
 * click; it is closed again if the page does not get ready.
 *
 * @returns whether the page is open
 */
export async function openPreview(address: string, ready: Promise<boolean>): Promise<boolean> {
  const tab = window.open('', '_blank');
  const isReady = await ready;
  if (tab === null) return false;
  if (!isReady) tab.close();
  else {
    tab.opener = null;
    tab.location.replace(address);
  }
  return isReady;
}
