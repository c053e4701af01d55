import {createHash} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Ability} from './abilities.ts';

/** One thing that a workspace wants beyond the default. */
export type Want = {
  readonly ability: Ability;
  /** The whole of it, as a person reads it before they allow it: `runs ./get-secret --team payments (secret store db)`. */
  readonly text: string;
  /** A digest of what must not change either, and is too long or too secret to be shown: the content of a script. */
  readonly exact?: string;
};

/** Of whom something is allowed. Another workspace that wants the same is not meant. */
export type WantsOf = {readonly workspace: string; readonly wants: readonly Want[]};

/** `sha256:…` of all that a workspace wants, in any order. Equal wants give equal digests on every machine. */
export function digestOfWants({workspace, wants}: WantsOf): string {
  const lines = wants.map((want) => canonicalJson(want)).toSorted();
  return sha256(canonicalJson({format: 1, workspace, wants: [...new Set(lines)]}));
}

/** Returns `sha256:` and the digest in hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** The difference between what a workspace wants now and what was allowed. */
export type WantsDifference = {readonly added: readonly Want[]; readonly removed: readonly Want[]};

/** What is wanted now and was not allowed before, and the other way round. */
export function differenceOfWants(before: readonly Want[], now: readonly Want[]): WantsDifference {
  const key = (want: Want): string => canonicalJson(want);
  const without = (all: readonly Want[], others: readonly Want[]): readonly Want[] => {
    const known = new Set(others.map(key));
    return all.filter((want) => !known.has(key(want)));
  };
  return {added: without(now, before), removed: without(before, now)};
}
