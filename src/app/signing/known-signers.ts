import {shownPath} from '../../config/read-text.ts';
import {isListed} from '../../core/signature/keyless.ts';
import type {FoundSignatureRules, KnownSigners} from '../../core/signature/signature-rules.ts';
import {type AllowedKey, readAllowedKeys} from '../../core/trust/ssh/allowed-keys.ts';
import {withLimitsOf} from '../../core/trust/ssh/with-limits-of.ts';
import {defined} from '../../lib/defined.ts';

/**
 * Returns the rules of several workspaces with one name as one: signatures are required if one of them requires them, and a key or an
 * identity must be listed by each stored one that lists any. The limits of a key in each of them hold.
 */
export function knownSigners(rules: readonly FoundSignatureRules[]): KnownSigners {
  const isRequired = rules.some((one) => one.isRequired);
  const listing = rules.filter(({signers, identities = []}) => signers.length + identities.length > 0);
  const lists = listing
    .filter(({isStored}) => isStored)
    .map(({signers, identities = []}) => ({keys: readAllowedKeys(signers.join('\n')).keys, identities}));
  const [first, ...others] = lists;
  if (first === undefined) {
    const uncounted = listing.length === 0 ? undefined : listing.map(({file}) => shownPath(file));
    return {isRequired, ...defined({uncounted})};
  }
  const identities = first.identities.filter((one) => others.every((list) => isListed(list.identities, one)));
  return {
    isRequired,
    keys: others.reduce((keys, list) => inBoth(keys, list.keys), first.keys),
    ...defined({identities: identities.length > 0 ? identities : undefined}),
  };
}

const inBoth = (keys: readonly AllowedKey[], others: readonly AllowedKey[]): readonly AllowedKey[] =>
  keys.flatMap((one) =>
    others.flatMap((other) => (one.key.blob.equals(other.key.blob) ? [withLimitsOf(one, other)] : [])),
  );
