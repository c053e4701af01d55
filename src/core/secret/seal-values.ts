import {openText, sealText} from './seal-text.ts';
import {Secret} from './secret.ts';

const PURPOSE = 'generated values of a saved plan';

/** Encrypts values by their reference. Undefined without values. */
export function sealValues(values: ReadonlyMap<string, Secret>, key: Secret): string | undefined {
  if (values.size === 0) return undefined;
  const encoded = [...values].map(([reference, value]) => [reference, value.base64()]);
  return sealText({key, purpose: PURPOSE}, JSON.stringify(encoded));
}

/** Returns values that `sealValues` encrypted. Undefined without them, or with another key. */
export function openValues(sealed: string | undefined, key: Secret): ReadonlyMap<string, Secret> | undefined {
  const text = sealed === undefined ? undefined : openText({key, purpose: PURPOSE}, sealed);
  if (text === undefined) return undefined;
  const encoded = JSON.parse(text) as readonly (readonly [string, string])[];
  return new Map(encoded.map(([reference, value]) => [reference, new Secret(Buffer.from(value, 'base64'))]));
}
