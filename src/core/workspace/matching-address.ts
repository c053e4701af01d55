/**
 * Returns the longest of the prefixes that an address is below: scheme, host and port are equal, and the path begins with the same segments.
 * An address that servers may read in several ways (`%2f`) is below none.
 */
export function matchingAddress(address: string, prefixes: readonly string[]): string | undefined {
  const url = partsOf(address);
  if (url === undefined) return undefined;
  return prefixes
    .filter((prefix) => {
      const above = partsOf(prefix);
      return above?.server === url.server && above.segments.every((segment, at) => segment === url.segments[at]);
    })
    .toSorted((a, b) => b.length - a.length)[0];
}

function partsOf(address: string) {
  const url = URL.parse(address);
  if (url === null || /%2f|%5c|%2e/i.test(url.pathname)) return undefined;
  // For schemes that the standard does not know, dots stay in the path.
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.some((segment) => segment === '.' || segment === '..')) return undefined;
  return {server: `${url.protocol}//${url.host.toLowerCase()}`, segments};
}
