import type {FoundSignatureRules, KnownSigners} from '../../core/signature/signature-rules.ts';
import {readAllowedKeys} from '../../core/trust/ssh/allowed-keys.ts';

/**
 * Returns the rules of several workspaces with one name as one: signatures are required if one of them requires them, and a key must be listed by
 * each stored one that lists signers.
 */
export function knownSigners(rules: readonly FoundSignatureRules[]): KnownSigners {
  const isRequired = rules.some((one) => one.isRequired);
  const lists = rules
    .filter(({isStored, signers}) => isStored && signers.length > 0)
    .map(({signers}) => readAllowedKeys(signers.join('\n')).keys);
  const [first, ...others] = lists;
  if (first === undefined) return {isRequired};
  const isInAll = (blob: Buffer): boolean => others.every((keys) => keys.some(({key}) => key.blob.equals(blob)));
  return {isRequired, keys: first.filter(({key}) => isInAll(key.blob))};
}
