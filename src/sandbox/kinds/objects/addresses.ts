import {isIP, isIPv6} from 'node:net';
import {addressOf, addressText} from '../../custom/cel/address.ts';
import {invalid} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {withoutLeadingZeros} from '../address-warnings.ts';

/** Checks an address in a field that accepts legacy forms. */
export const addressProblems = (field: string, value: string, before: readonly unknown[] = []): readonly Problem[] =>
  before.includes(value) || isIP(withoutLeadingZeros(value)) !== 0
    ? []
    : [invalid(field, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')];

/** Checks an address in a field that accepts only the canonical form (`IsValidIP`). */
export function strictAddressProblems(field: string, value: string): readonly Problem[] {
  const problems = addressProblems(field, value);
  if (problems.length > 0) return problems;
  if (withoutLeadingZeros(value) !== value) return [invalid(field, value, 'must not have leading 0s')];
  const address = addressOf(value);
  if (typeof address === 'string') return [invalid(field, value, 'must not be an IPv4-mapped IPv6 address')];
  const text = addressText(address);
  return text === value ? [] : [invalid(field, value, `must be in canonical form ("${text}")`)];
}

/** Checks a network, like `10.9.8.0/24`. */
export function networkProblems(field: string, value: string, before: readonly unknown[] = []): readonly Problem[] {
  if (before.includes(value)) return [];
  const [address = '', bits = '', ...more] = value.split('/');
  const most = isIPv6(address) ? 128 : 32;
  const fits =
    more.length === 0 && isIP(withoutLeadingZeros(address)) !== 0 && /^\d+$/u.test(bits) && Number(bits) <= most;
  return fits ? [] : [invalid(field, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')];
}

/** Reports an address that other machines cannot reach, such as a loopback or link-local one. */
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
