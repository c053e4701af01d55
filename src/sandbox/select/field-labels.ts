import {isObject} from '../../core/json.ts';
import {list} from '../model/part.ts';
import {type Resource, resourceKey} from '../model/resource.ts';

const same = (...paths: string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, path]));

const NAME = 'metadata.name';
const NAMESPACE = 'metadata.namespace';

const POD: Readonly<Record<string, string>> = {
  ...same(NAME, NAMESPACE, 'spec.nodeName', 'spec.restartPolicy', 'spec.schedulerName', 'spec.serviceAccountName'),
  ...same('spec.hostNetwork', 'status.phase', 'status.podIP', 'status.podIPs', 'status.nominatedNodeName'),
  'spec.host': 'spec.nodeName',
};

const REFERENCE = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

const EVENT: Readonly<Record<string, string>> = {
  ...same(NAME, NAMESPACE, 'reason', 'reportingComponent', 'type'),
  ...same(...REFERENCE.map((field) => `involvedObject.${field}`)),
  source: 'source.component',
};

const NEW_EVENT: Readonly<Record<string, string>> = {
  ...same(NAME, NAMESPACE, 'reason', 'type', 'reportingController'),
  ...same(...REFERENCE.map((field) => `regarding.${field}`)),
};

const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pods: POD,
  nodes: same(NAME, 'spec.unschedulable'),
  replicationcontrollers: same(NAME, NAMESPACE, 'status.replicas'),
  events: EVENT,
  'events.events.k8s.io': NEW_EVENT,
  namespaces: same(NAME, 'status.phase'),
  secrets: same(NAME, NAMESPACE, 'type'),
  services: same(NAME, NAMESPACE, 'spec.clusterIP', 'spec.type'),
  'jobs.batch': {...same(NAME, NAMESPACE), 'status.successful': 'status.succeeded'},
  'certificatesigningrequests.certificates.k8s.io': same(NAME, 'spec.signerName'),
  'resourceslices.resource.k8s.io': same(NAME, 'spec.nodeName', 'spec.driver'),
};

/**
 * Returns the selectable fields of a kind with their paths. Undefined for the many kinds that can be selected by name and namespace only:
 * the server's refusals differ for them.
 */
export function fieldLabels(resource: Resource): Readonly<Record<string, string>> | undefined {
  const custom = resource.custom;
  if (custom === undefined) return LABELS[resourceKey(resource)];
  const paths = list(custom.version['selectableFields']).flatMap((field) =>
    isObject(field) && typeof field['jsonPath'] === 'string' ? [field['jsonPath'].replace(/^\./, '')] : [],
  );
  return same(NAME, ...(resource.namespaced ? [NAMESPACE] : []), ...paths);
}
