/** The site's clock: ISO 8601 in UTC. Rules take it as `site.now`. */
export const currentInstant = () => new Date().toISOString();

/** Adds milliseconds to an instant; both instants are ISO 8601 in UTC. */
export function addMilliseconds(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}
