import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {defined} from '../../lib/defined.ts';
import {dropServerFields} from '../fields/drop-server-fields.ts';
import {MANAGED_BY_LABEL, metadataOf} from '../plan/take-over-managers.ts';
import {withoutAllocated} from './allocated-fields.ts';
import {plainClaimTemplates} from './claim-templates.ts';
import type {IsWritten} from './written-fields.ts';

/** Returns a live object as a person could have written it: without the fields of the server, its controllers and other tools. */
export function ownFields(live: JsonObject, isWritten: IsWritten): JsonObject {
  const own = plainClaimTemplates(live, withoutAllocated(dropServerFields(live), isWritten));
  const {apiVersion = '', kind = '', metadata: _, ...rest} = own;
  return {apiVersion, kind, metadata: ownMetadata(own, isWritten), ...withoutRestart(rest, isWritten)};
}

function ownMetadata(object: JsonObject, isWritten: IsWritten): JsonObject {
  const {
    name = '',
    namespace,
    labels,
    annotations,
    finalizers,
    ownerReferences: _,
    generateName: __,
    ...rest
  } = metadataOf(object);
  const keepsFinalizers = finalizers !== undefined && isWritten([{field: 'metadata'}, {field: 'finalizers'}]);
  return {
    name,
    ...defined({namespace}),
    ...kept('labels', labels, (key, value) => !isForeignLabel(key, value)),
    ...kept('annotations', annotations, (key) => !isForeignAnnotation(key)),
    ...defined({finalizers: keepsFinalizers ? finalizers : undefined}),
    ...rest,
  };
}

function kept(
  field: string,
  map: Json | undefined,
  isKept: (key: string, value: Json) => boolean,
): {readonly [field: string]: JsonObject} {
  if (!isObject(map)) return {};
  const entries = Object.entries(map).filter(([key, value]) => isKept(key, value));
  return entries.length === 0 ? {} : {[field]: Object.fromEntries(entries)};
}

const OTHER_TOOLS =
  /^(argocd\.argoproj\.io\/(instance|tracking-id)|(kustomize|helm)\.toolkit\.fluxcd\.io\/|kapp\.k14s\.io\/|objectset\.rio\.cattle\.io\/|meta\.helm\.sh\/|gantry\.dev\/(lineage|id|stack|created)$)/;

const isForeignLabel = (key: string, value: Json): boolean =>
  OTHER_TOOLS.test(key) ||
  key === 'kubernetes.io/metadata.name' ||
  (key === MANAGED_BY_LABEL && value === 'Helm') ||
  /^(batch\.kubernetes\.io\/)?(controller-uid|job-name)$/.test(key);

/** Matches annotations that controllers write for themselves. Annotations of people are kept. */
const isForeignAnnotation = (key: string): boolean =>
  OTHER_TOOLS.test(key) ||
  key.startsWith('deployment.kubernetes.io/') ||
  key.startsWith('pv.kubernetes.io/') ||
  key.startsWith('autoscaling.alpha.kubernetes.io/') ||
  CONTROLLERS.has(key);

const CONTROLLERS: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deprecated.daemonset.template.generation',
  'batch.kubernetes.io/job-tracking',
  'control-plane.alpha.kubernetes.io/leader',
  'endpoints.kubernetes.io/last-change-trigger-time',
  'kubernetes.io/change-cause',
  'volume.kubernetes.io/selected-node',
  'volume.kubernetes.io/storage-provisioner',
  'volume.beta.kubernetes.io/storage-provisioner',
]);

const RESTARTED = 'kubectl.kubernetes.io/restartedAt';

/**
 * Removes the time that `kubectl rollout restart` writes to the template. It is not configuration: left out, the live
 * value stays, and the next restart is not drift.
 */
function withoutRestart(rest: JsonObject, isWritten: IsWritten): JsonObject {
  const spec = partOf(rest, 'spec');
  const template = partOf(spec, 'template');
  const metadata = partOf(template, 'metadata');
  const {[RESTARTED]: restarted, ...annotations} = partOf(metadata, 'annotations');
  const path = ['spec', 'template', 'metadata', 'annotations', RESTARTED].map((field) => ({field}));
  if (restarted === undefined || isWritten(path)) return rest;
  const {annotations: _, ...others} = metadata;
  const left = Object.keys(annotations).length === 0 ? others : {...others, annotations};
  return {...rest, spec: {...spec, template: {...template, metadata: left}}};
}

const partOf = (object: JsonObject, name: string): JsonObject => {
  const part = object[name];
  return isObject(part) ? part : {};
};

/** Removes the namespace: the stack declares it once. */
export function withoutNamespace(object: JsonObject): JsonObject {
  if (identityOf(object).namespace === undefined) return object;
  const {namespace: _, ...metadata} = metadataOf(object);
  return {...object, metadata};
}
