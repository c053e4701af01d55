import {isIPv4} from 'node:net';
import {addressOf, addressText, masked, type Network} from '../custom/cel/address.ts';
import {inAddress, withoutLeadingZeros} from './address-warnings.ts';

/** Returns the warnings of a real server for a CIDR that it accepts in a field of an old kind (apimachinery's `GetWarningsForCIDR`). */
export function cidrWarnings(value: string, path: string): readonly string[] {
  const read = networkIn(value);
  if (read === undefined) return [];
  const {network, bits, isOld} = read;
  const text = networkText(masked(network));
  const quoted = JSON.stringify(value);
  const single = `${addressText(network.address)}/${bits}`;
  const warnings = [
    ...(masked(network).address.value === network.address.value
      ? []
      : [`${path}: CIDR value ${quoted} is ambiguous in this context (should be "${text}" or "${single}"?)`]),
    ...(isOld
      ? [
          `${path}: non-standard CIDR value ${quoted} will be considered invalid in a future Kubernetes release: use "${text}"`,
        ]
      : []),
  ];
  const isCanonical = network.address.bits === 32 || networkText(network) === value;
  return warnings.length > 0 || isCanonical
    ? warnings
    : [`${path}: IPv6 CIDR value ${quoted} should be in RFC 5952 canonical format ("${networkText(network)}")`];
}

const networkText = ({address, length}: Network): string => `${addressText(address)}/${length}`;

/** A parsed CIDR. `bits` is the size of the address as written. `isOld` is set for leading zeros, and for IPv4 inside IPv6. */
type Read = {readonly network: Network; readonly bits: 32 | 128; readonly isOld: boolean};

function networkIn(value: string): Read | undefined {
  const [, text = '', digits = ''] = /^([^/]+)\/(\d{1,4})$/.exec(value) ?? [];
  const length = Number(digits);
  const decimal = withoutLeadingZeros(text);
  const inside = isIPv4(decimal) ? undefined : inAddress(text);
  const address = addressOf(inside ?? decimal);
  if (typeof address === 'string' || digits === '') return undefined;
  const isOld = inside !== undefined || (address.bits === 32 && decimal !== text) || digits !== String(length);
  if (inside === undefined)
    return length > address.bits ? undefined : {network: {address, length}, bits: address.bits, isOld};
  return {network: {address, length: Math.max(0, length - 96)}, bits: 128, isOld};
}
