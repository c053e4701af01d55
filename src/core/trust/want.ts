import {canonicalJson} from '../../lib/canonical-json.ts';
import {digestOf} from '../../lib/digest-of.ts';
import type {Ability} from './abilities.ts';

/** One thing that a workspace wants beyond the default. */
export type Want = {
  readonly ability: Ability;
  /** The complete text that a user reads before they allow it: `runs ./get-secret --team payments (secret store db)`. */
  readonly text: string;
  /** A digest of content that must not change but is too long or too secret to be shown, such as a script. */
  readonly exact?: string;
};

/** The wants of a workspace. A consent is not valid for another workspace with the same wants. */
export type WantsOf = {readonly workspace: string; readonly wants: readonly Want[]};

/** Returns the digest (`sha256:…`) of the wants of a workspace, independent of their order and of the machine. */
export function digestOfWants({workspace, wants}: WantsOf): string {
  const lines = wants.map((want) => canonicalJson(want)).toSorted();
  return digestOf(canonicalJson({format: 1, workspace, wants: [...new Set(lines)]}));
}

/** The difference between the present wants of a workspace and the allowed ones. */
export type WantsDifference = {readonly added: readonly Want[]; readonly removed: readonly Want[]};

/** Compares the present wants with the allowed ones. */
export function differenceOfWants(before: readonly Want[], now: readonly Want[]): WantsDifference {
  const key = (want: Want): string => canonicalJson(want);
  const without = (all: readonly Want[], others: readonly Want[]): readonly Want[] => {
    const known = new Set(others.map(key));
    return all.filter((want) => !known.has(key(want)));
  };
  return {added: without(now, before), removed: without(before, now)};
}
