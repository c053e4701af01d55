import {X509Certificate} from 'node:crypto';
import {rootCertificates} from 'node:tls';
import {sha256} from '../../../lib/sha256.ts';

const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Returns the SHA-256 of the public key of each authority in a bundle. Returns undefined if one of them is public: the owner of
 * any name can get a certificate of such an authority, so that it does not identify the cluster.
 */
export function authoritiesIn(pem: string | undefined): readonly string[] | undefined {
  const certificates = pem?.match(PEM) ?? [];
  if (certificates.length === 0 || certificates.some((one) => publicRoots().has(bodyOf(one)))) return undefined;
  return [...new Set(certificates.map(keyOf))].toSorted();
}

/** A renewed certificate of the same key is the same authority. What cannot be read, no server can show either. */
function keyOf(certificate: string): string {
  try {
    return sha256(new X509Certificate(certificate).publicKey.export({format: 'der', type: 'spki'}));
  } catch {
    return sha256(bodyOf(certificate));
  }
}

let roots: ReadonlySet<string> | undefined;

const publicRoots = (): ReadonlySet<string> => (roots ??= new Set(rootCertificates.map(bodyOf)));

const bodyOf = (certificate: string): string => certificate.replace(/-----[^-]*-----|\s/g, '');
