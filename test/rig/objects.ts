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
export const failing = (how: 'image-pull' | 'crash-loop' | 'never-ready'): JsonObject => ({'gantry.dev/test-pod': how});

export const service = (name: string, spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {name},
  spec: {selector: {app: name}, ports: [{port: 80}], ...spec},
});

export type Widget = {readonly group: string; readonly schema?: JsonObject};

/** A CustomResourceDefinition of a group of its own, whose kind Widget has any `spec` that the schema allows. */
export const widgetDefinition = ({group, schema = {type: 'object'}}: Widget): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {name: `widgets.${group}`},
  spec: {
    group,
    scope: 'Namespaced',
    names: {plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList'},
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {openAPIV3Schema: {type: 'object', properties: {spec: schema}}},
      },
    ],
  },
});

/** Files of a stack: each object in one of its own, by the order given. */
export const manifests = (...objects: readonly JsonObject[]): Readonly<Record<string, JsonObject>> => ({
  'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items: objects},
});
