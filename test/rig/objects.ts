import type {Json, JsonObject} from '../../src/core/json.ts';

/** Objects as a user writes them, as short as they can be. */
export const configMap = (name: string, data: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name, ...metadata},
  data,
});

export const namespaceObject = (name: string, labels: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {name, labels},
});

type Workload = {
  readonly replicas?: number | undefined;
  readonly image?: string;
  readonly args?: readonly string[];
  readonly env?: readonly Json[];
  readonly resources?: JsonObject;
  readonly ports?: readonly Json[];
  readonly imagePullPolicy?: string;
  readonly livenessProbe?: JsonObject;
  /** Of the pods: `gantry.dev/test-pod` tells the simulated node how they behave. */
  readonly annotations?: JsonObject;
  readonly labels?: JsonObject;
  readonly selector?: string;
};

export function deployment(name: string, options: Workload = {}): JsonObject {
  const {replicas, image = 'nginx:1.27', annotations, labels, selector = name, ...container} = options;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {name, ...(labels === undefined ? {} : {labels})},
    spec: {
      ...(replicas === undefined ? {} : {replicas}),
      selector: {matchLabels: {app: selector}},
      template: {
        metadata: {labels: {app: selector}, ...(annotations === undefined ? {} : {annotations})},
        spec: {terminationGracePeriodSeconds: 0, containers: [{name: 'app', image, ...container}]},
      },
    },
  };
}

/** What makes a pod of the simulated node misbehave. */
export const failing = (how: 'image-pull' | 'crash-loop' | 'never-ready'): JsonObject => behaving(how);

/** How pods of the simulated node can behave (test/controlplane/README.md). */
export type Behaviour =
  | 'slow'
  | 'never-ready'
  | 'image-pull'
  | 'image-name'
  | 'config-error'
  | 'failed-mount'
  | 'not-executable'
  | 'crash-loop'
  | 'crash-once'
  | 'evicted';

export const behaving = (how: Behaviour): JsonObject => ({'gantry.dev/test-pod': how});

export type AnyWorkload = {
  readonly spec?: JsonObject;
  readonly pod?: JsonObject;
  readonly container?: JsonObject;
  /** Of the pods. */
  readonly annotations?: JsonObject;
};

/** Anything that runs pods, a bare Pod too. */
export function workload(
  kind: string,
  name: string,
  {spec = {}, pod = {}, container = {}, annotations = {}}: AnyWorkload = {},
): JsonObject {
  const podSpec = {
    terminationGracePeriodSeconds: 0,
    containers: [{name: 'app', image: 'nginx:1.27', ...container}],
    ...pod,
  };
  if (kind === 'Pod') return {apiVersion: 'v1', kind, metadata: {name, annotations}, spec: podSpec};
  const template = {metadata: {labels: {app: name}, annotations}, spec: podSpec};
  if (kind === 'Job') return {apiVersion: 'batch/v1', kind, metadata: {name}, spec: {...spec, template}};
  const selector = {matchLabels: {app: name}};
  const own = kind === 'StatefulSet' ? {serviceName: name} : {};
  return {apiVersion: 'apps/v1', kind, metadata: {name}, spec: {selector, ...own, ...spec, template}};
}

export const service = (name: string, spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {name},
  spec: {selector: {app: name}, ports: [{port: 80}], ...spec},
});

export type Widget = {
  readonly group: string;
  /** Its plural has an s. */
  readonly kind?: string;
  readonly schema?: JsonObject;
  /** It has a status, of which a test may say anything (by the subresource), or what the schema allows. */
  readonly status?: true | JsonObject;
};

/** A CustomResourceDefinition of a group of its own, whose kind (Widget) has any `spec` that the schema allows. */
export function widgetDefinition({group, kind = 'Widget', schema = {type: 'object'}, status}: Widget): JsonObject {
  const singular = kind.toLowerCase();
  const properties = {spec: schema, ...(status === undefined ? {} : {status: status === true ? ANYTHING : status})};
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {name: `${singular}s.${group}`},
    spec: {
      group,
      scope: 'Namespaced',
      names: {plural: `${singular}s`, singular, kind, listKind: `${kind}List`},
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          ...(status === undefined ? {} : {subresources: {status: {}}}),
          schema: {openAPIV3Schema: {type: 'object', properties}},
        },
      ],
    },
  };
}

const ANYTHING: JsonObject = {type: 'object', 'x-kubernetes-preserve-unknown-fields': true};

/** Files of a stack: each object in one of its own, by the order given. */
export const manifests = (...objects: readonly JsonObject[]): Readonly<Record<string, JsonObject>> => ({
  'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items: objects},
});
