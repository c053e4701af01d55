import {type KeyObject, sign, X509Certificate} from 'node:crypto';
import {X509Certificate as OfSigstore} from '@sigstore/core';
import {isObject, type JsonObject} from '../../core/json.ts';
import type {Secret} from '../../core/secret/secret.ts';
import type {Identity} from '../../core/signature/keyless.ts';
import {askJson, below, type Environment} from './ask-json.ts';
import {subjectOf} from './identity-token.ts';
import {KeylessFailure} from './keyless-failure.ts';

type Pair = {readonly publicKey: KeyObject; readonly privateKey: KeyObject};

/**
 * Requests the certificate of a key from Fulcio for the identity in a token.
 * @throws KeylessFailure, HttpsFailure
 */
export async function requestCertificate(
  {publicKey, privateKey}: Pair,
  token: Secret,
  env: Environment,
): Promise<X509Certificate> {
  const url = below(env['GANTRY_FULCIO_URL'] || 'https://fulcio.sigstore.dev', 'api/v2/signingCert');
  const body = {
    credentials: {oidcIdentityToken: token.reveal()},
    publicKeyRequest: {
      publicKey: {algorithm: 'ECDSA', content: publicKey.export({format: 'pem', type: 'spki'}).toString()},
      proofOfPossession: sign('sha256', Buffer.from(subjectOf(token)), privateKey).toString('base64'),
    },
  };
  const certificate = firstIn(await askJson({server: 'Fulcio', url, body}, env));
  if (certificate === undefined) throw new KeylessFailure('Fulcio returned no certificate');
  if (!certificate.publicKey.equals(publicKey))
    throw new KeylessFailure('Fulcio returned a certificate of another key');
  return certificate;
}

function firstIn(answer: JsonObject): X509Certificate | undefined {
  const {signedCertificateEmbeddedSct: embedded, signedCertificateDetachedSct: detached} = answer;
  const issued = isObject(embedded) ? embedded : detached;
  const chain = isObject(issued) && isObject(issued['chain']) ? issued['chain']['certificates'] : undefined;
  const pem: unknown = Array.isArray(chain) ? chain[0] : undefined;
  try {
    return typeof pem === 'string' ? new X509Certificate(pem) : undefined;
  } catch {
    return undefined;
  }
}

/** The extensions in which Fulcio writes the issuer: as a string of ASN.1, and in older certificates as bytes. */
const ISSUER = '1.3.6.1.4.1.57264.1.8';
const OLDER_ISSUER = '1.3.6.1.4.1.57264.1.1';

/** Returns the identity in a certificate. Its chain is not checked. */
export function identityIn({raw}: X509Certificate): Identity {
  const certificate = OfSigstore.parse(raw);
  const issuer =
    certificate.extension(ISSUER)?.valueObj.subs[0]?.value ?? certificate.extension(OLDER_ISSUER)?.value ?? Buffer.of();
  return {identity: certificate.subjectAltName ?? '', issuer: issuer.toString('utf8')};
}
