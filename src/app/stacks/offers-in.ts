import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {SharedClaim} from '../../core/stacks/shared-claim.ts';
import {offerOf} from '../../kubernetes/resource/offer-of.ts';

/** A release of a shared stack, and the resources that the run declares in its place. */
export type Offering = {
  readonly states?: readonly ResourceState[] | undefined;
  /** The desired resources of the release. */
  readonly spec?: readonly Resource[] | undefined;
  readonly declared?: readonly Resource[] | undefined;
};

/** Returns the type and class of each resource of a shared stack that can be claimed. */
export function offersIn({states = [], spec = [], declared = []}: Offering): ReadonlyMap<string, SharedClaim> {
  const written = new Map(spec.map((one) => [one.id, one]));
  const released = states.flatMap((state): readonly Resource[] => {
    const {id, type} = state;
    const resource = written.get(id);
    // The labels of an object are in its state. A Terraform resource has an extension, which only the spec has.
    if (type === 'Kubernetes') return [{id, type, attributes: asObject(state.applied), dependsOn: [], extensions: {}}];
    return resource === undefined ? [] : [resource];
  });
  return new Map(
    [...released, ...declared].flatMap((one) => {
      const offer = offerOf(one);
      return offer === undefined ? [] : [[one.id, offer]];
    }),
  );
}

const asObject = (value: Json): JsonObject => (isObject(value) ? value : {});
