import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {type ConfigReference, configReferences} from '../../../../src/kubernetes/restart/config-references.ts';

type Row = {readonly name: string; readonly pod: JsonObject; readonly want: readonly Partial<ConfigReference>[]};

const mounting = (mount: JsonObject, ...volumes: readonly JsonObject[]): JsonObject => ({
  containers: [{name: 'app', volumeMounts: [{name: 'v', mountPath: '/v', ...mount}]}],
  volumes: volumes.map((volume) => ({name: 'v', ...volume})),
});
const map = (name: string, isFixed: boolean, isOptional = false): ConfigReference => ({
  kind: 'ConfigMap',
  name,
  isOptional,
  isFixed,
});
const secret = (...given: Parameters<typeof map>): ConfigReference => ({...map(...given), kind: 'Secret'});

const ROWS: readonly Row[] = [
  {
    name: 'a variable takes a key of a ConfigMap or a Secret',
    pod: {
      containers: [
        {
          env: [
            {name: 'A', valueFrom: {configMapKeyRef: {name: 'a', key: 'k'}}},
            {name: 'B', valueFrom: {secretKeyRef: {name: 'b', key: 'k', optional: true}}},
            {name: 'C', valueFrom: {fieldRef: {fieldPath: 'metadata.name'}}},
            {name: 'D', value: 'plain'},
          ],
        },
      ],
    },
    want: [map('a', true), secret('b', true, true)],
  },
  {
    name: 'an init container takes all keys',
    pod: {initContainers: [{envFrom: [{configMapRef: {name: 'a'}}, {secretRef: {name: 'b'}}]}], containers: []},
    want: [map('a', true), secret('b', true)],
  },
  {
    name: 'a volume is a ConfigMap, a Secret or a projection of both',
    pod: mounting(
      {},
      {configMap: {name: 'a'}},
      {secret: {secretName: 'b', optional: true}},
      {projected: {sources: [{configMap: {name: 'c'}}, {secret: {name: 'd'}}, {serviceAccountToken: {path: 't'}}]}},
      {emptyDir: {}},
    ),
    want: [map('a', false), map('c', false), secret('b', false, true), secret('d', false)],
  },
  {
    name: 'a file that is mounted with subPath keeps its content until a restart',
    pod: mounting({subPath: 'app.conf'}, {configMap: {name: 'a'}}),
    want: [map('a', true)],
  },
  {
    name: 'an object that is used twice is optional only if both uses are',
    pod: {
      containers: [
        {envFrom: [{configMapRef: {name: 'a', optional: true}}]},
        {env: [{name: 'A', valueFrom: {configMapKeyRef: {name: 'a', key: 'k'}}}]},
      ],
    },
    want: [map('a', true)],
  },
  {
    name: 'the CA of the cluster does not count, nor do Secrets of drivers and registries',
    pod: {
      imagePullSecrets: [{name: 'registry'}],
      ...mounting({}, {configMap: {name: 'kube-root-ca.crt'}}, {csi: {nodePublishSecretRef: {name: 'driver'}}}),
    },
    want: [],
  },
];

describe('the configuration that pods use', () => {
  it.each(ROWS)('$name', ({pod, want}) => expect(configReferences(pod)).toEqual(want));
});
