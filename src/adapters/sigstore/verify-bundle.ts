import {bundleFromJSON} from '@sigstore/bundle';
import {TrustedRoot} from '@sigstore/protobuf-specs';
import {type Signer, toSignedEntity, toTrustMaterial, Verifier} from '@sigstore/verify';
import type {Identity, VerifyBundle} from '../../core/signature/keyless.ts';

/**
 * Returns the function that verifies bundles against the trusted roots in a text, without the network. The text is one root, or one in each line.
 * It is undefined for a text without a root.
 */
export function bundleVerifier(roots: string): VerifyBundle | undefined {
  const verifiers = verifiersIn(roots);
  if (verifiers.length === 0) return undefined;
  return (text, signed) => {
    const bundle = read(() => bundleFromJSON(JSON.parse(text)));
    if (bundle === undefined) return {problem: 'its bundle cannot be read'};
    // The content of an envelope is not the statement, and the verifier would not compare them.
    if (bundle.content.$case !== 'messageSignature') return {problem: 'its bundle is not the signature of a message'};
    let problem = '';
    for (const verifier of verifiers)
      try {
        return identityOf(verifier.verify(toSignedEntity(bundle, Buffer.from(signed))));
      } catch (error) {
        problem = error instanceof Error ? error.message : '';
      }
    return {problem: `its bundle cannot be verified: ${problem}`};
  };
}

function verifiersIn(text: string): readonly Verifier[] {
  const whole = verifierIn(text);
  const found =
    whole === undefined
      ? text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map(verifierIn)
      : [whole];
  return found.some((one) => one === undefined) ? [] : found.filter((one) => one !== undefined);
}

const verifierIn = (text: string): Verifier | undefined =>
  read(() => {
    const root = TrustedRoot.fromJSON(JSON.parse(text));
    const isComplete = root.certificateAuthorities.length > 0 && root.tlogs.length > 0;
    return isComplete ? new Verifier(toTrustMaterial(root)) : undefined;
  });

function identityOf({identity}: Signer): Identity | {readonly problem: string} {
  const {subjectAlternativeName, extensions} = identity ?? {};
  const issuer = extensions?.issuer;
  return subjectAlternativeName === undefined || issuer === undefined
    ? {problem: 'its certificate names no identity'}
    : {identity: subjectAlternativeName, issuer};
}

function read<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
