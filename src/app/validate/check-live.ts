import type {LoadedResources} from '../../config/load-resources.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {groupVersion, identityOf} from '../../core/resource/identity.ts';
import {validateObject} from '../../kubernetes/fields/validate.ts';
import {customKinds} from '../../kubernetes/types/custom-kinds.ts';
import type {Finding} from '../../kubernetes/validate/finding.ts';
import {findingOf} from '../../kubernetes/validate/schema-findings.ts';
import {type StackObject, stackObjects, toldOf} from './check-objects.ts';
import type {LiveCluster} from './read-cluster.ts';

/** Checks objects against the kinds and schemas that the cluster serves. Leaves out problems that the checks without a cluster have found. */
export function checkLive(
  loaded: LoadedResources,
  live: LiveCluster,
  known: readonly Diagnostic[],
): readonly Diagnostic[] {
  const objects = stackObjects(loaded);
  const own = new Set(
    customKinds(objects.map(({attributes}) => attributes)).map(({apiVersion, kind}) => `${apiVersion}/${kind}`),
  );
  const told = new Set(known.map(placeOf));
  const wrongKinds = new Set(known.flatMap(({resource, path}) => (isKind(path) ? [resource] : [])));
  return objects
    .filter(({id}) => !wrongKinds.has(id))
    .flatMap((object) => toldOf(liveFindings(object, own, live), object, loaded))
    .filter((diagnostic) => !told.has(placeOf(diagnostic)));
}

const placeOf = ({resource, path}: Diagnostic): string => `${resource} ${path}`;

const isKind = (path: string | undefined): boolean => path === 'apiVersion' || path === 'kind';

function liveFindings({attributes}: StackObject, own: ReadonlySet<string>, live: LiveCluster): readonly Finding[] {
  const {apiVersion, kind} = identityOf(attributes);
  const key = `${apiVersion}/${kind}`;
  if (own.has(key)) return [];
  if (!live.kinds.has(key)) {
    const message = `the cluster does not serve ${apiVersion} ${kind}`;
    return [{severity: 'error', code: 'object/not-served', path: ['apiVersion'], message}];
  }
  const schema = live.schemas.get(apiVersion)?.({...groupVersion(apiVersion), kind});
  return schema === undefined ? [] : validateObject(attributes, schema).map(findingOf);
}
