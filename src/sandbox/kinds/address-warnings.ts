import {isIPv4, isIPv6} from 'node:net';
import {addressOf, addressText} from '../custom/cel/address.ts';

/** Returns the server's warnings for an accepted address that is not in canonical form. */
export function addressWarnings(value: string, path: string): readonly string[] {
  const [standard, isOld] = standardForm(value);
  if (standard === undefined || standard === value) return [];
  return [
    isOld
      ? `${path}: non-standard IP address "${value}" will be considered invalid in a future Kubernetes release: use "${standard}"`
      : `${path}: IPv6 address "${value}" should be in RFC 5952 canonical format ("${standard}")`,
  ];
}

/** Reports whether the server accepts a text as an address in an older field, where leading zeros are allowed. */
export const isLegacyAddress = (value: string): boolean =>
  isIPv4(withoutLeadingZeros(value)) || (isIPv6(value) && !value.includes('%'));

/** Returns an IPv4 address, or a CIDR with one, without leading zeros. IPv6 stays as it is. */
export const withoutLeadingZeros = (value: string): string =>
  value.includes(':') ? value : value.replaceAll(/(^|\.)0+(?=\d)/g, '$1');

/** Returns the canonical form. `isOld` is set for leading zeros, and for IPv4 inside IPv6. */
function standardForm(value: string): readonly [text: string | undefined, isOld: boolean] {
  const decimal = withoutLeadingZeros(value);
  if (isIPv4(decimal)) return [decimal, true];
  if (!isIPv6(value) || value.includes('%')) return [undefined, false];
  const address = addressOf(value);
  return typeof address === 'string' ? [insideOf(value), true] : [addressText(address), false];
}

/** Returns the IPv4 address in `::ffff:10.0.0.1`; undefined for any other text. */
export const inAddress = (value: string): string | undefined =>
  isIPv6(value) && !value.includes('%') && typeof addressOf(value) === 'string' ? insideOf(value) : undefined;

/** Returns the IPv4 address in `::ffff:10.0.0.1`. */
function insideOf(value: string): string | undefined {
  const dotted = value.slice(value.lastIndexOf(':') + 1);
  if (isIPv4(dotted)) return dotted;
  const [high = '', low = ''] = value.split(':').slice(-2);
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return Number.isNaN(bits) ? undefined : addressText({value: BigInt(bits), bits: 32});
}
