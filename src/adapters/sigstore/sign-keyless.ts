import {createHash, generateKeyPairSync, sign} from 'node:crypto';
import type {Redactor} from '../../core/secret/redactor.ts';
import type {SignKeyless} from '../../core/signature/keyless.ts';
import {HttpsFailure} from '../../lib/https-failure.ts';
import type {Environment} from './ask-json.ts';
import {identityToken} from './identity-token.ts';
import {KeylessFailure} from './keyless-failure.ts';
import {recordSignature} from './record-signature.ts';
import {identityIn, requestCertificate} from './request-certificate.ts';

/**
 * Returns the function that signs with a new key for each text. Its certificate names the identity of the pipeline, and the key is forgotten. The
 * result is a bundle, which `cosign verify-blob --bundle` reads, too.
 */
export const keylessSigning =
  (env: Environment, redactor: Redactor): SignKeyless =>
  async (text) => {
    try {
      const token = await identityToken(env);
      redactor.add([token]);
      const pair = generateKeyPairSync('ec', {namedCurve: 'P-256'});
      const certificate = await requestCertificate(pair, token, env);
      const signature = sign('sha256', Buffer.from(text), pair.privateKey);
      const digest = createHash('sha256').update(text).digest();
      const entry = await recordSignature({digest, signature, certificate: certificate.toString()}, env);
      const bundle = {
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: {certificate: {rawBytes: certificate.raw.toString('base64')}, tlogEntries: [entry]},
        messageSignature: {
          messageDigest: {algorithm: 'SHA2_256', digest: digest.toString('base64')},
          signature: signature.toString('base64'),
        },
      };
      return {bundle: JSON.stringify(bundle), signer: identityIn(certificate)};
    } catch (error) {
      if (error instanceof KeylessFailure || error instanceof HttpsFailure) return {problem: error.message};
      throw error;
    }
  };
