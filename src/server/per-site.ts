/** Made when it is first asked for: two sites in one process share none. */
export function perSite<Site extends object, T>(make: (site: Site) => T): (site: Site) => T {
  const states = new WeakMap<Site, T>();
  return (site) => {
    let state = states.get(site);
    if (state === undefined) {
      state = make(site);
      states.set(site, state);
    }
    return state;
  };
}
