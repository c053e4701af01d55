import {joinValue} from '../../core/chart/join-values.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {type KeptGroup, problemAt, renewHint} from './generated-group.ts';
import {type GeneratedPlace, shownPlace} from './generated-places.ts';

/** The values of a group that the cluster does not have, while it keeps the others. */
export type AddedValues = {
  readonly values: ReadonlyMap<string, Secret>;
  /** A note for each of them, or the error of one that does not go with the kept ones. */
  readonly diagnostics: readonly Diagnostic[];
};

/** The values of a chart that adds none. */
export const NOTHING_ADDED: AddedValues = {values: new Map(), diagnostics: []};

/**
 * Returns the values that a new version of a chart adds beside kept ones.
 * @param chosen the values that an earlier plan chose for them
 */
export async function addedValues(
  {group, members, live, origins}: Omit<KeptGroup, 'record' | 'changed'>,
  chosen: ReadonlyMap<string, Secret> | undefined,
): Promise<AddedValues> {
  const renewed = await group.renew();
  const rendered = members.flatMap((place) => {
    const fresh = renewed.get(place.reference);
    const certificates = group.leaves.get(place.reference)?.certificates ?? [];
    return fresh === undefined ? [] : [{place, fresh, certificates}];
  });
  const kept = rendered.flatMap((one) => {
    const found = live.get(one.place.reference)?.value;
    return found === undefined ? [] : [{...one, live: found}];
  });
  const added = rendered.filter(({place}) => !live.has(place.reference));
  const joined = added.map((one) => ({place: one.place, ...joinValue(one, kept, added)}));
  const hint = renewHint(group.source);
  const noteOf = (place: GeneratedPlace): Diagnostic => {
    const message = `the chart adds ${shownPlace(place)}: it is new, and the other generated values of ${group.source} are kept`;
    return {...problemAt(place, origins), severity: 'note', message};
  };
  const errorOf = (place: GeneratedPlace, other: GeneratedPlace): Diagnostic => {
    const message = `the chart adds ${shownPlace(place)}, which is made from ${shownPlace(other)}, and this value is kept from the cluster`;
    return {...problemAt(place, origins), severity: 'error', message, hint};
  };
  return {
    values: new Map(
      joined.flatMap((one) =>
        'value' in one ? [[one.place.reference, chosen?.get(one.place.reference) ?? one.value] as const] : [],
      ),
    ),
    diagnostics: joined.map((one) => ('value' in one ? noteOf(one.place) : errorOf(one.place, one.conflict.place))),
  };
}
