import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {PlannedObject} from './planned-object.ts';
import {releaseOf} from './take-over-release.ts';

/** Returns a warning for each Helm release whose objects the plan takes over: Helm does not notice that. */
export function helmWarnings(objects: readonly PlannedObject[]): readonly Diagnostic[] {
  const adopted = objects.filter(({change, takeOver}) => change.action === 'adopt' || takeOver !== undefined);
  const byRelease = Map.groupBy(adopted, ({live}) => {
    const release = live === undefined ? undefined : releaseOf(live);
    return release === undefined ? '' : `${release.namespace}/${release.name}`;
  });
  byRelease.delete('');
  return [...byRelease].map(([release, {length}]) => {
    const [namespace, name] = release.split('/');
    const what = length === 1 ? 'an object' : `${length} objects`;
    return {
      severity: 'warning',
      code: 'object/helm-release',
      message: `${what} of this plan stay listed in the Helm release ${name} in ${namespace}: \`helm uninstall ${name}\` or \`helm upgrade\` would still delete or change them`,
      hint: `when all objects of the release are in stacks, delete its record: kubectl -n ${namespace} delete secret,configmap -l owner=helm,name=${name}`,
    };
  });
}
