import type {JsonObject} from '../../core/json.ts';
import type {ObjectCheck} from '../../core/policy/policy.ts';
import type {PolicyFinding} from '../../core/policy/policy-finding.ts';
import {unreachable} from '../../lib/unreachable.ts';
import {checkRegistries} from './image-registry.ts';
import {checkPodSecurity} from './pod-security/pod-security.ts';
import {checkResources} from './required-resources.ts';

/** Returns the breaches of a check by an object. */
export function checkObject(check: ObjectCheck, object: JsonObject): readonly PolicyFinding[] {
  switch (check.type) {
    case 'podSecurity':
      return checkPodSecurity(object, check.level, check.excluded);
    case 'allowedRegistries':
      return checkRegistries(object, check.registries);
    case 'requiredResources':
      return checkResources(object, check);
    default:
      return unreachable(check);
  }
}
