import {delimiter, join} from 'node:path';
import {readRemote} from '../../config/kubeconfig-places.ts';
import {probeFile} from '../../config/probe-file.ts';
import {isClusterKey, isProviderKey} from '../../core/workspace/context-keys.ts';
import type {ContextMap} from '../../core/workspace/context-map.ts';
import type {KubeconfigInputs} from '../../core/workspace/kubeconfig-candidates.ts';
import {maskedText} from '../../core/workspace/mask.ts';
import {type KubeconfigDecision, resolveKubeconfig} from '../../core/workspace/resolve-kubeconfig.ts';
import {contextValue, resolveProviderKeys} from '../../core/workspace/resolve-provider-keys.ts';
import type {ContextValue, ShadowedValue} from '../../core/workspace/value-source.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import type {ContextRequest} from './context-request.ts';
import type {ExaminedContext} from './examined-context.ts';
import {contextsOf, keyInputs} from './key-inputs.ts';
import {kubeconfigSource} from './kubeconfig-source.ts';
import {ownValues} from './own-values.ts';
import {pathPlaces} from './path-places.ts';
import {shadowWarnings} from './shadow-warnings.ts';

export {contextOf} from './key-inputs.ts';

/** Decides every connection value of a workspace. Contacts nothing, reads no secret, opens no kubeconfig. */
export async function examineContext(request: ContextRequest, deps: Deps): Promise<ExaminedContext> {
  const contexts = contextsOf(request);
  const decision = resolveKubeconfig(await inputsOf(request, contexts, deps));
  const {result, warnings} = await kubeconfigSource(request.chosen, decision, deps);
  return {
    kubeconfig: result,
    values: [...clusterValues(decision), ...otherValues(request, contexts, deps)].map((value) =>
      withBases(value, request.chosen),
    ),
    warnings: [...shadowWarnings(request.chosen, decision), ...warnings],
  };
}

/** Adds the values of bases that the workspace overrides as shadowed values. */
function withBases(value: ContextValue, {overridden = []}: FoundWorkspace): ContextValue {
  const {source} = value;
  if (source.kind !== 'context') return value;
  const shadowed = overridden.flatMap(({key, base, by}): ShadowedValue[] => {
    if (by !== source.key) return [];
    const {file, line} = base.place.origin.position(base.place.path);
    return [{name: key, value: maskedText(key, base.value), source: {kind: 'context', file, line, key}}];
  });
  return shadowed.length === 0 ? value : {...value, shadowed: [...shadowed, ...value.shadowed]};
}

const SERVICE_ACCOUNT_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

async function inputsOf(
  request: ContextRequest,
  contexts: readonly ContextMap[],
  deps: Deps,
): Promise<KubeconfigInputs> {
  const {env} = deps;
  const places = pathPlaces(request, deps);
  const homeConfig = join(places.home, '.kube', 'config');
  return {
    contexts,
    ...places,
    remote: readRemote,
    delimiter,
    extensions: request.resources.flatMap(({id, type, extensions}) => {
      const value = extensions['kubeConfig'];
      return type !== 'Kubernetes' || value === undefined ? [] : [{id, value}];
    }),
    ...defined({homeConfig: (await probeFile(homeConfig)) === 'missing' ? undefined : homeConfig}),
    inCluster: await inPod(env),
  };
}

const inPod = async (env: Deps['env']): Promise<boolean> =>
  Boolean(env['KUBERNETES_SERVICE_HOST'] && env['KUBERNETES_SERVICE_PORT']) &&
  (await probeFile(SERVICE_ACCOUNT_TOKEN)) === 'file';

const clusterValues = ({value, kubeContext}: KubeconfigDecision): readonly ContextValue[] =>
  [value, kubeContext].filter((entry) => entry !== undefined);

/** Returns the provider keys by name, then the values for modules. */
function otherValues(request: ContextRequest, contexts: readonly ContextMap[], deps: Deps): readonly ContextValue[] {
  const free = contexts.flatMap(({values}) =>
    Object.keys(values).filter((key) => !isClusterKey(key) && !isProviderKey(key)),
  );
  return [
    ...resolveProviderKeys(keyInputs(request, deps)),
    ...[...new Set(free)].toSorted().flatMap((key) => contextValue(key, contexts)),
    ...ownValues(request.chosen),
  ];
}
