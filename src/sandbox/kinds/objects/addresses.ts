import {isIP, isIPv6} from 'node:net';
import {invalid} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';

/** What is wrong with an address in a field from before Kubernetes was strict about them. */
export const addressProblems = (field: string, value: string, before: readonly unknown[] = []): readonly Problem[] =>
  before.includes(value) || isIP(withoutZeros(value)) !== 0
    ? []
    : [invalid(field, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')];

/** A network, like `10.9.8.0/24`. */
export function networkProblems(field: string, value: string, before: readonly unknown[] = []): readonly Problem[] {
  if (before.includes(value)) return [];
  const [address = '', bits = '', ...more] = value.split('/');
  const most = isIPv6(address) ? 128 : 32;
  const fits = more.length === 0 && isIP(withoutZeros(address)) !== 0 && /^\d+$/u.test(bits) && Number(bits) <= most;
  return fits ? [] : [invalid(field, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')];
}

/** Addresses that nothing outside of a machine may be reached by. */
export function endpointProblems(field: string, value: string): readonly Problem[] {
  const found = SPECIAL.filter(({pattern}) => pattern.test(value));
  return found.map(({why}) => invalid(field, value, why(value)));
}

const SPECIAL = [
  {pattern: /^(0\.0\.0\.0|::)$/u, why: (ip: string) => `may not be unspecified (${ip})`},
  {pattern: /^(127\.|::1$)/u, why: () => 'may not be in the loopback range (127.0.0.0/8, ::1/128)'},
  {
    pattern: /^(169\.254\.|fe[89ab][0-9a-f]:)/iu,
    why: () => 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
  },
  {
    pattern: /^(224\.0\.0\.|ff02:)/iu,
    why: () => 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  },
] as const;

/** Go reads `010.1.2.3` here as `10.1.2.3`. */
const withoutZeros = (value: string): string => value.replace(/(^|\.)0+(?=\d)/gu, '$1');
