import {isIPv4, isIPv6} from 'node:net';

/** An IPv4 or IPv6 address, as a number of `bits` bits. */
export type Address = {readonly value: bigint; readonly bits: 32 | 128};

/** A network: an address in it, and the length of its prefix in bits. */
export type Network = {readonly address: Address; readonly length: number};

const HALF = 16n;

/** Parses an address as Kubernetes does in rules. Returns the reason as text if it is invalid, as with a zone, or with IPv4 inside IPv6. */
export function addressOf(text: string): Address | string {
  if (isIPv4(text)) return {value: joined(text.split('.').map(Number), 8n), bits: 32};
  if (!isIPv6(text)) return `IP Address ${JSON.stringify(text)} parse error during conversion from string`;
  if (text.includes('%')) return `IP address ${JSON.stringify(text)} with zone value is not allowed`;
  const value = joined(groupsOf(text), HALF);
  if (value >> 32n === 0xff_ffn) return `IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`;
  return {value, bits: 128};
}

const joined = (parts: readonly number[], width: bigint): bigint =>
  parts.reduce((all, one) => (all << width) | BigInt(one), 0n);

const groupsOf = (text: string): readonly number[] => {
  const [before = '', after] = text.split('::');
  const left = words(before);
  const right = words(after ?? '');
  return [...left, ...Array.from({length: 8 - left.length - right.length}, () => 0), ...right];
};

const words = (text: string): readonly number[] =>
  text === '' ? [] : text.split(':').flatMap((one) => (one.includes('.') ? ofDotted(one) : [Number.parseInt(one, 16)]));

function ofDotted(text: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** Returns an address as Go writes it: in IPv6, `::` stands for the longest run of zeros. */
export function addressText({value, bits}: Address): string {
  if (bits === 32) return split(value, 4, 8n).join('.');
  return new URL(
    `http://[${split(value, 8, HALF)
      .map((one) => one.toString(16))
      .join(':')}]`,
  ).hostname.slice(1, -1);
}

const split = (value: bigint, count: number, width: bigint): readonly number[] =>
  Array.from({length: count}, (_, i) => Number((value >> (BigInt(count - 1 - i) * width)) & ((1n << width) - 1n)));

/** Parses a network. Returns the reason as text if it is invalid. */
export function networkOf(text: string): Network | string {
  const [, before = '', digits = ''] = /^([^/]*)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const address = before === '' ? undefined : addressOf(before);
  const length = Number(digits);
  if (address === undefined || typeof address === 'string' || length > address.bits)
    return 'network address parse error during conversion from string';
  return {address, length};
}

/** Reports whether a network contains all addresses of another. */
export function contains(network: Network, {address, length}: Network): boolean {
  return (
    network.address.bits === address.bits &&
    network.length <= length &&
    masked(network).address.value === masked({address, length: network.length}).address.value
  );
}

/** Returns the network with its first address. */
export function masked({address: {value, bits}, length}: Network): Network {
  const rest = BigInt(bits - length);
  return {address: {value: (value >> rest) << rest, bits}, length};
}

/** Reports whether an address is in a network that is given as text. */
export function isIn(address: Address, text: string): boolean {
  const network = networkOf(text);
  return typeof network !== 'string' && contains(network, {address, length: address.bits});
}
