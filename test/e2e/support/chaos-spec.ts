import type {JsonObject} from '../../../src/core/json.ts';
import {configMap, deployment, service} from '../../rig/objects.ts';

/** Two versions of one spec of 200 objects, and the empty one. */
export type Version = 'a' | 'b' | 'none';

export type ChaosSpec = {readonly namespace: string; readonly own: string; readonly version: Version};

/**
 * Of 200 objects, from one version to the other: 17 are changed (one of them a Job, which only a replacement can change), 12
 * come and 12 go. The namespace `own` is the stack's own object: made when there is nothing, gone when there shall be nothing.
 */
export function chaosObjects({namespace, own, version}: ChaosSpec): readonly JsonObject[] {
  if (version === 'none') return [];
  const range = (count: number): readonly number[] => Array.from({length: count}, (_, i) => i);
  const meta = (name: string, space = namespace) => ({name, namespace: space});
  const objects: readonly JsonObject[] = [
    {apiVersion: 'v1', kind: 'Namespace', metadata: {name: own}},
    ...range(5).map((i) => configMap(`inside-${i}`, {i: `${i}`}, {namespace: own})),
    ...range(8).map((i) => configMap(`moves-${i}`, {version}, {namespace})),
    ...range(6).map((i) => configMap(`only-${version}-${i}`, {i: `${i}`}, {namespace})),
    ...range(4).map((i) => ({...secret(`only-${version}-${i}`, version), metadata: meta(`only-${version}-${i}`)})),
    ...range(2).map((i) => ({...service(`only-${version}-${i}`), metadata: meta(`only-${version}-${i}`)})),
    ...range(10).map((i) => ({...secret(`secret-${i}`, i < 3 ? version : 'same'), metadata: meta(`secret-${i}`)})),
    ...range(10).map((i) => ({
      ...service(`service-${i}`, {ports: [{port: i < 3 && version === 'b' ? 81 : 80}]}),
      metadata: meta(`service-${i}`),
    })),
    ...range(10).map((i) => ({apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta(`account-${i}`)})),
    ...range(10).map((i) => role(meta(`role-${i}`))),
    ...range(10).map((i) => binding(meta(`binding-${i}`), i)),
    ...range(4).map((i) => workload(i, version, meta(`web-${i}`))),
    job(version, meta('migrate')),
  ];
  return [...objects, ...range(200 - objects.length).map((i) => configMap(`stays-${i}`, {i: `${i}`}, {namespace}))];
}

const RBAC = 'rbac.authorization.k8s.io';

const secret = (name: string, value: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name},
  data: {password: Buffer.from(`${name} ${value}`).toString('base64')},
});

const role = (metadata: JsonObject): JsonObject => ({
  apiVersion: `${RBAC}/v1`,
  kind: 'Role',
  metadata,
  rules: [{apiGroups: [''], resources: ['configmaps'], verbs: ['get']}],
});

const binding = (metadata: JsonObject, i: number): JsonObject => ({
  apiVersion: `${RBAC}/v1`,
  kind: 'RoleBinding',
  metadata,
  roleRef: {apiGroup: RBAC, kind: 'Role', name: `role-${i}`},
  subjects: [{kind: 'ServiceAccount', name: `account-${i}`, namespace: metadata['namespace'] ?? ''}],
});

/** Without pods: what is tried is the run, not the cluster's patience. */
const workload = (i: number, version: Version, metadata: JsonObject): JsonObject => ({
  ...deployment(`web-${i}`, {replicas: 0, image: i < 2 && version === 'b' ? 'nginx:1.28' : 'nginx:1.27'}),
  metadata,
});

const job = (version: Version, metadata: JsonObject): JsonObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata,
  spec: {
    suspend: true,
    template: {spec: {restartPolicy: 'Never', containers: [{name: 'migrate', image: `migrate:${version}`}]}},
  },
});
