import type {Resource} from '../../core/resource/resource.ts';
import {indexResources} from '../graph/edges/resource-index.ts';
import {missingKeys} from './missing-keys.ts';
import {missingObjects} from './missing-objects.ts';
import {monitorTargets} from './monitors.ts';
import {namedObjects} from './named-objects.ts';
import {missingListeners} from './routes.ts';
import {servicePorts} from './service-ports.ts';
import {serviceReferences} from './service-references.ts';
import {serviceTargets} from './service-targets.ts';
import type {StackFinding} from './stack-finding.ts';

/** Checks the references between the objects of a stack: names, keys, ports and labels. */
export function stackRules(
  resources: readonly Resource[],
  live: ReadonlyMap<string, boolean> = new Map(),
): readonly StackFinding[] {
  const index = indexResources(resources);
  const services = serviceReferences(index);
  const named = [...namedObjects(index, services)];
  return [
    ...missingKeys(index, named),
    ...missingObjects(index, named, live),
    ...serviceTargets(index),
    ...servicePorts(index, services),
    ...missingListeners(index),
    ...monitorTargets(index),
  ];
}
