/** Returns the address of a repository as that of a directory, keeping its query, which some repositories need. */
export function directoryAddress(repository: string): URL {
  const url = new URL(repository);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/`;
  return url;
}
