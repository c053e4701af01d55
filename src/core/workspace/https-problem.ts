/** What is wrong with an address that credentials are sent to, in words that go on from it: it is https, or http to this machine. */
export function httpsProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'is not an address that begins with https://';
  if (url.username !== '' || url.password !== '')
    return 'holds a user or a password, which do not belong into an address';
  if (url.protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname))
    return 'is http, which would send secrets in clear: use https (http is for this machine only)';
  return undefined;
}
