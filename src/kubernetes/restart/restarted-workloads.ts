import type {UsedIn} from '../../core/release/use.ts';
import {idOf} from '../../core/resource/id.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {defined} from '../../lib/defined.ts';
import {podTemplateOf} from '../graph/edges/pod-template.ts';
import {configReferences} from './config-references.ts';
import {canRestart, restartsOnChange} from './restarting.ts';

/**
 * Returns the ids of the workloads whose pods restart when these fields change: those with a field in the pod template, and those with
 * `gantry.dev/restart-on-change` whose pods read a changed ConfigMap or Secret.
 */
export function restartedWorkloads(resources: readonly Resource[], fields: readonly UsedIn[]): readonly string[] {
  const changed = new Set(fields.map(({resource}) => resource));
  return resources
    .filter(({id, type, attributes}) => {
      if (type !== 'Kubernetes' || !canRestart(attributes)) return false;
      const isOfPods = fields.some(({resource, path}) => resource === id && path.startsWith('spec.template.'));
      return isOfPods || (restartsOnChange(attributes) && configIds({attributes}).some((one) => changed.has(one)));
    })
    .map(({id}) => id);
}

function configIds({attributes}: Pick<Resource, 'attributes'>): readonly string[] {
  const {namespace} = identityOf(attributes);
  const spec = podTemplateOf(attributes)?.spec;
  const references = spec === undefined ? [] : configReferences(spec);
  return references.map(({kind, name}) => idOf({apiVersion: 'v1', kind, name, ...defined({namespace})}));
}
