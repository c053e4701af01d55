import {z} from 'zod';

/** An address that credentials may be sent to: https, or http to this machine; without a login in it. */
export const HttpsAddress = z.string().superRefine((text, context) => {
  const problem = addressProblem(text);
  if (problem !== undefined) context.addIssue({code: 'custom', message: problem});
});

function addressProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'is not an address that begins with https://';
  if (url.username !== '' || url.password !== '')
    return 'holds a user or a password, which do not belong into an address';
  if (url.protocol === 'http:' && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname))
    return 'is http, which would send secrets in clear: use https (http is for this machine only)';
  return undefined;
}
