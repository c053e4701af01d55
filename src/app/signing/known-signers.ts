import {isListed} from '../../core/signature/keyless.ts';
import type {FoundSignatureRules, KnownSigners} from '../../core/signature/signature-rules.ts';
import {readAllowedKeys} from '../../core/trust/ssh/allowed-keys.ts';
import {defined} from '../../lib/defined.ts';

/**
 * Returns the rules of several workspaces with one name as one: signatures are required if one of them requires them, and a key or an
 * identity must be listed by each stored one that lists any.
 */
export function knownSigners(rules: readonly FoundSignatureRules[]): KnownSigners {
  const isRequired = rules.some((one) => one.isRequired);
  const lists = rules
    .filter(({isStored, signers, identities = []}) => isStored && signers.length + identities.length > 0)
    .map(({signers, identities = []}) => ({keys: readAllowedKeys(signers.join('\n')).keys, identities}));
  const [first, ...others] = lists;
  if (first === undefined) return {isRequired};
  const isInAll = (blob: Buffer): boolean => others.every(({keys}) => keys.some(({key}) => key.blob.equals(blob)));
  const identities = first.identities.filter((one) => others.every((list) => isListed(list.identities, one)));
  return {
    isRequired,
    keys: first.keys.filter(({key}) => isInAll(key.blob)),
    ...defined({identities: identities.length > 0 ? identities : undefined}),
  };
}
