import {contentOf, type Recipe} from '../../config/claims/recipe.ts';
import type {ClaimsToBuild} from '../../config/sources/build-sources.ts';
import type {StackLocation} from '../../config/stack-location.ts';
import type {ClaimRecord} from '../../core/release/claim-record.ts';
import type {Release} from '../../core/release/release.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {type ClaimsRequest, isOnlyClaims} from '../../core/stacks/claims-request.ts';
import {claimKey} from '../../core/stacks/shared-claim.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';

/** The claims of a shared stack in a plan. */
export type PlannedClaims = {
  /** Those of the last release, and of runs that did not end. */
  readonly recorded: readonly ClaimRecord[];
  /** The recipes in the files. Absent: the files are not read, and the records stay as they are. */
  readonly recipes?: readonly Recipe[];
};

/**
 * Returns the shared claims that the releases of a stack record. Unfinished runs count, so that their resources are completed and not deleted. A
 * stack that was destroyed has none.
 */
export function recordedClaims({
  last,
  interrupted,
}: Pick<ReleaseHistory, 'last' | 'interrupted'>): readonly ClaimRecord[] {
  const isDestroyed = last?.operation === 'destroy' && last.phase === 'succeeded';
  const runs = [...(last === undefined || isDestroyed ? [] : [last]), ...interrupted];
  const byKey = new Map<string, ClaimRecord>();
  for (const one of runs.flatMap(({claims = []}) => claims)) {
    const made = one.made ?? byKey.get(claimKey(one))?.made;
    byKey.set(claimKey(one), {...one, ...defined({made})});
  }
  return [...byKey.values()];
}

/** Returns the recipes that a plan builds: those of earlier claims, and those that the run makes. */
export function claimsToBuild(recorded: readonly ClaimRecord[], request: ClaimsRequest | undefined): ClaimsToBuild {
  const made = recorded.filter((one) => one.made !== undefined).map(claimKey);
  const asked = request !== undefined && 'make' in request ? request.make.map(claimKey) : [];
  const isOnly = isOnlyClaims(request);
  return {keys: new Set(isOnly ? asked : [...made, ...asked]), isOnly};
}

/** The claims of a plan, with what it builds. */
export type RecordingClaims = {
  readonly claims?: PlannedClaims | undefined;
  readonly request: ClaimsRequest | undefined;
  /** The ids of the resources that were built for claims, by the keys of the recipes. */
  readonly claimed: ReadonlyMap<string, readonly string[]> | undefined;
  /** The ids of resources that the plan gives away. */
  readonly orphaned: ReadonlySet<string>;
  readonly digestKey: Secret;
};

/** Returns the shared claims that the release of a plan records. Absent: none. */
export function claimRecords({
  claims,
  request,
  claimed = new Map(),
  orphaned,
  digestKey,
}: RecordingClaims): Release['claims'] {
  if (claims === undefined) return undefined;
  const {recorded, recipes} = claims;
  const kept = withoutRemoved(recorded, request, orphaned);
  const before = new Map(kept.map((one) => [claimKey(one), one]));
  const asked = new Map(
    request !== undefined && 'make' in request ? request.make.map((one) => [claimKey(one), one]) : [],
  );
  const recordOf = (recipe: Recipe): ClaimRecord => {
    const key = claimKey(recipe);
    const resources = claimed.get(key);
    const by = before.get(key)?.made === undefined ? asked.get(key)?.for : before.get(key)?.made?.for;
    return {
      type: recipe.type,
      ...defined({class: recipe.class}),
      recipe: recipeDigest(recipe, digestKey),
      ...defined({made: resources && {resources, ...defined({for: by})}}),
    };
  };
  const records = isOnlyClaims(request)
    ? [
        ...kept.filter((one) => !asked.has(claimKey(one))),
        ...(recipes ?? []).filter((one) => asked.has(claimKey(one))).map(recordOf),
      ]
    : (recipes?.map(recordOf) ?? kept);
  if (records.length === 0) return undefined;
  return records.toSorted((a, b) => (claimKey(a) < claimKey(b) ? -1 : 1));
}

/** Forgets the shared claims whose resources the plan removes or gives away. */
const withoutRemoved = (
  recorded: readonly ClaimRecord[],
  request: ClaimsRequest | undefined,
  orphaned: ReadonlySet<string>,
): readonly ClaimRecord[] => {
  const removed = new Set(request !== undefined && 'remove' in request ? request.remove.map(claimKey) : []);
  return recorded.map((one) => {
    const {made, ...record} = one;
    const isGone = removed.has(claimKey(one)) || made?.resources.every((id) => orphaned.has(id)) === true;
    return isGone ? record : one;
  });
};

/** Returns the keyed digest of a recipe: its fields may be secret. */
export const recipeDigest = (recipe: Recipe, key: Secret): string => key.hmac(canonicalJson(contentOf(recipe)));

/** Returns the recipes of a stack for a plan. */
export const recipesIn = ({stack}: StackLocation): readonly Recipe[] => stack.recipes ?? [];
