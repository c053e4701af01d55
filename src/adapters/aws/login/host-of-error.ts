/** Returns the server of a failed connection as the system names it: `s3.eu-wst-1.amazonaws.com`, `127.0.0.1:9000`. */
export function hostOfError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const {hostname, address, port} = error as Error & Readonly<Record<'hostname' | 'address' | 'port', unknown>>;
  const host = [hostname, address].find((name) => typeof name === 'string' && /^[\w.:-]+$/.test(name));
  if (typeof host !== 'string') return undefined;
  const bracketed = host.includes(':') ? `[${host}]` : host;
  return typeof port === 'number' ? `${bracketed}:${port}` : bracketed;
}
