import {defined} from '../../../lib/defined.ts';
import type {AllowedKey} from './allowed-keys.ts';

/** Returns a key with its own limits and those of another line about it. */
export const withLimitsOf = ({key, principals, ...own}: AllowedKey, other: AllowedKey): AllowedKey => ({
  key,
  ...defined({
    principals,
    namespaces: common(own.namespaces, other.namespaces),
    validAfter: latest(own.validAfter, other.validAfter),
    validBefore: earliest(own.validBefore, other.validBefore),
  }),
});

const common = (a: AllowedKey['namespaces'], b: AllowedKey['namespaces']): AllowedKey['namespaces'] =>
  a === undefined || b === undefined ? (a ?? b) : a.filter((one) => b.includes(one));

const latest = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a === undefined || b === undefined ? (a ?? b) : a > b ? a : b;

const earliest = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a === undefined || b === undefined ? (a ?? b) : a < b ? a : b;
