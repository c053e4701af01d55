import type {JsonObject, JsonPath} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {defined} from '../../../../lib/defined.ts';
import {itemsAt, mapAt, someOf, textAt} from './field-at.ts';
import type {FoundApplication} from './found-application.ts';
import {writeContainer} from './write-container.ts';

/** Returns the workload of an application as its file has it, as far as the file can express it. */
export function writeWorkload(
  {workload, selector, find}: Pick<FoundApplication, 'workload' | 'selector' | 'find'>,
  injected: ReadonlySet<string>,
): JsonObject {
  const path = templatePath(workload);
  const pod = mapAt(workload, ...path, 'spec');
  const volumes = itemsAt(pod, 'volumes');
  const containers = itemsAt(pod, 'containers').map((container) => [
    textAt(container, 'name'),
    writeContainer({container, volumes, find, injected}),
  ]);
  const {serviceAccountName: serviceAccount, securityContext} = pod;
  const secrets = itemsAt(pod, 'imagePullSecrets').map((one) => textAt(one, 'name'));
  const fields = {
    ...ofKind(workload, path),
    labels: someOf(common(workload, path, 'labels', selector)),
    annotations: someOf(common(workload, path, 'annotations', {})),
    serviceAccount,
    securityContext,
    imagePullSecrets: secrets.length === 0 ? undefined : secrets,
    topologySpreadConstraints: someOf(constraints(pod)),
    containers: Object.fromEntries(containers) as JsonObject,
  };
  return {[workload['kind'] === 'Deployment' ? 'service' : 'job']: defined(fields)};
}

/** Returns the path of the pod template of a workload. */
export const templatePath = (workload: JsonObject): JsonPath =>
  identityOf(workload).kind === 'CronJob' ? ['spec', 'jobTemplate', 'spec', 'template'] : ['spec', 'template'];

/** Returns the fields of a kind of workload: those beside its pods that Kusion sets, and those that a Job may have. */
function ofKind(workload: JsonObject, path: JsonPath): JsonObject {
  const spec = mapAt(workload, 'spec');
  if (workload['kind'] === 'Deployment') return defined({replicas: spec['replicas']});
  const {selector: _, template: __, ...job} = mapAt(workload, ...path.slice(0, -1));
  const {jobTemplate: ___, template: ____, ...cron} = path.length > 2 ? spec : {};
  return {...cron, ...job};
}

/** Returns the labels or annotations that the workload and its pods have in common, without those of the selector. */
function common(
  workload: JsonObject,
  path: JsonPath,
  field: string,
  selector: Readonly<Record<string, string>>,
): JsonObject {
  const ofPods = mapAt(workload, ...path, 'metadata', field);
  return Object.fromEntries(
    Object.entries(mapAt(workload, 'metadata', field)).filter(
      ([name, value]) => ofPods[name] === value && !Object.hasOwn(selector, name),
    ),
  );
}

const constraints = (pod: JsonObject): JsonObject =>
  Object.fromEntries(itemsAt(pod, 'topologySpreadConstraints').map((one, index) => [`constraint-${index + 1}`, one]));
