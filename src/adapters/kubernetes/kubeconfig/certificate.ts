import {createPrivateKey, X509Certificate} from 'node:crypto';
import {Secret} from '../../../core/secret/secret.ts';
import type {Credential} from '../../../ports/cluster-access.ts';

type Certificate = NonNullable<Credential['certificate']>;

/** A client's certificate and key, checked as far as can be without the server. */
export function certificateOf(cert: string, key: string, fail: (text: string) => Error): Certificate {
  const parsed = attempt(() => new X509Certificate(cert), fail('the client certificate is not a PEM certificate'));
  const itsKey = attempt(
    () => createPrivateKey(key),
    fail('the client key is not a PEM key (a key with a passphrase cannot be used)'),
  );
  if (!parsed.checkPrivateKey(itsKey)) throw fail('the client key does not belong to the client certificate');
  return {
    cert: new Secret(cert),
    key: new Secret(key),
    notBefore: parsed.validFromDate.toISOString(),
    notAfter: parsed.validToDate.toISOString(),
  };
}

function attempt<T>(make: () => T, failure: Error): T {
  try {
    return make();
  } catch {
    throw failure;
  }
}
