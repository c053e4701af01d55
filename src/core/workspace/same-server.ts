/** Reports whether two addresses name the same server. Spelling, default port and a slash at the end do not matter. */
export const sameServer = (a: string, b: string): boolean => normal(a) === normal(b);

function normal(server: string): string {
  try {
    const {protocol, host, pathname} = new URL(server);
    return `${protocol}//${host}${pathname.replace(/(?<!\/)\/+$/, '')}`;
  } catch {
    return server;
  }
}
