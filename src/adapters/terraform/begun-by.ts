import {isObject} from '../../core/json.ts';
import {sensitivityOf} from './about-resource.ts';
import type {Group} from './apply-group.ts';
import {type Begun, objectsIn} from './begun.ts';
import type {ResourcePlan} from './resource-plan.ts';
import {sealValues} from './sealed-values.ts';

/** Returns the creations that a group begins, with the attributes by which a user can find their objects at the provider. */
export function begunBy(plan: ResourcePlan, {addresses}: Group): readonly Begun[] {
  const {digestKey} = plan.request.secrets;
  const existing = objectsIn(plan.session.stored().state);
  return [...addresses].flatMap((address) => {
    const about = plan.about(plan.idAt(address) ?? address);
    if (about === undefined || !about.planned.actions.includes('create')) return [];
    const {resource, planned} = about;
    const attributes = sealValues(digestKey, resource.id, planned.after ?? {}, sensitivityOf(about));
    return [{address, attributes: isObject(attributes) ? attributes : {}, replaces: existing.get(address)}];
  });
}
