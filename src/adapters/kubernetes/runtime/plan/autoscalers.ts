import {type FieldPath, formatFieldPath} from '../../../../core/fields/field-path.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {objectKey} from '../../../../core/resource/id.ts';
import {type Identity, identityOf} from '../../../../core/resource/identity.ts';
import {fieldSetOf} from '../../../../kubernetes/fields/field-set-of.ts';
import {ownersOf} from '../../../../kubernetes/fields/owners.ts';
import {valueAt} from '../../../../kubernetes/fields/value-at.ts';
import {withoutPart} from '../../../../kubernetes/fields/without-part.ts';
import {scaleKey, scaleTargets} from '../../../../kubernetes/plan/scale-targets.ts';
import {metadataOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import {defined} from '../../../../lib/defined.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {Target} from './target.ts';

/** Reports whether an autoscaler is for an object. True if that cannot be found out. */
export type IsAutoscaled = (identity: Pick<Identity, 'kind' | 'namespace' | 'name'>) => Promise<boolean>;

/** The access and the objects that are needed to find autoscalers of the stack's workloads. */
export type Autoscaling = {
  readonly client: Pick<KubernetesClient, 'discovery' | 'list'>;
  /** The objects that the stack itself describes. */
  readonly wanted: readonly JsonObject[];
  /** The object keys of those that leave the stack: autoscalers among them scale nothing after the apply. */
  readonly leaving: ReadonlySet<string>;
  readonly signal: AbortSignal;
};

const KINDS = [
  {apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler'},
  {apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject'},
] as const;

/** Looks at the stack first, then at the cluster: once for each namespace, and only where somebody scaled an object of it. */
export function openAutoscalers({client, wanted, leaving, signal}: Autoscaling): IsAutoscaled {
  const planned = scaleTargets(wanted);
  const looked = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  return async (identity) => {
    if (planned.has(scaleKey(identity))) return true;
    const {namespace = ''} = identity;
    const targets = looked.get(namespace) ?? targetsIn({client, leaving, signal}, namespace);
    looked.set(namespace, targets);
    return (await targets)?.has(scaleKey(identity)) ?? true;
  };
}

/** Undefined: the user may not list them. */
async function targetsIn(
  {client, leaving, signal}: Omit<Autoscaling, 'wanted'>,
  namespace: string,
): Promise<ReadonlySet<string> | undefined> {
  const found: JsonObject[] = [];
  for (const kind of KINDS) {
    const resource = await client.discovery.resourceFor(kind);
    if (resource === undefined) continue;
    const reply = await client.list({resource, namespace, signal});
    if (!reply.ok && reply.refusal.kind !== 'not-found') return undefined;
    // Items of a list may lack what the list says of all of them.
    if (reply.ok) found.push(...reply.items.map((item) => ({...kind, ...item})));
  }
  return scaleTargets(found.filter((one) => !leaving.has(objectKey(identityOf(one)))));
}

/** The field that an autoscaler writes in the workloads it scales. */
export const REPLICAS: FieldPath = [{field: 'spec'}, {field: 'replicas'}];

/** Scaled to zero, so that nobody owns the number: the server keeps no owner of what a scale leaves out. */
export const isUnownedScale = ({desired, kind}: Target, live: JsonObject): boolean => {
  const [wanted, now] = [valueAt(desired, REPLICAS, kind.schema), valueAt(live, REPLICAS, kind.schema)];
  const isOther = wanted !== undefined && now !== undefined && wanted !== now;
  return isOther && ownersOf(metadataOf(live)['managedFields'], REPLICAS).length === 0;
};

/** The target without its replicas, and what a plan says of them. */
export function leaveReplicas(target: Target, live: JsonObject): {readonly target: Target; readonly left: FieldChange} {
  const {schema} = target.kind;
  const [before, after] = [valueAt(live, REPLICAS, schema), valueAt(target.desired, REPLICAS, schema)];
  const desired = withoutPart(target.desired, REPLICAS, schema);
  return {
    target: {...target, desired, fields: fieldSetOf(desired, schema)},
    left: {
      path: formatFieldPath(REPLICAS),
      ...defined({before, after}),
      cause: 'conflict',
      yielded: true,
    },
  };
}
