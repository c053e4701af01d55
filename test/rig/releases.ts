import type {Json, JsonObject} from '../../src/core/json.ts';
import {ACTIONS, type Summary} from '../../src/core/plan/plan.ts';
import type {Holder} from '../../src/core/release/holder.ts';
import type {KubernetesState} from '../../src/core/release/kubernetes-state.ts';
import type {Release} from '../../src/core/release/release.ts';
import type {TerraformState} from '../../src/core/release/terraform-state.ts';
import type {HeldLock} from '../../src/engine/release/acquire.ts';

export const NAMES = {project: 'shop', stack: 'web', workspace: 'prod'};

export const SUMMARY = Object.fromEntries([...ACTIONS, 'blocked'].map((name) => [name, 0])) as unknown as Summary;

export const holderNamed = (user: string): Holder => ({
  user,
  host: 'build-7',
  bootId: 'boot',
  pidNamespace: 'pids',
  pid: 4711,
  processStart: '1',
  command: 'gantry apply',
});

export const resource = (
  id: string,
  attributes: Release['spec'][number]['attributes'] = {},
): Release['spec'][number] => ({
  id,
  type: 'Kubernetes',
  attributes,
  dependsOn: [],
  extensions: {},
});

export const stateOf = (id: string, applied: Json = {}): KubernetesState => ({
  id,
  type: 'Kubernetes',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'shop',
  name: id,
  uid: `uid-${id}`,
  desiredDigest: 'd',
  applied,
  dependsOn: [],
});

/** What a later version, with a runtime for it, would have left. */
export const terraformStateOf = (address: string, attributes: JsonObject = {}): TerraformState => ({
  id: address,
  type: 'Terraform',
  address,
  provider: 'registry.terraform.io/hashicorp/aws',
  schemaVersion: 0,
  desiredDigest: 'd',
  attributes,
  dependsOn: [],
});

/** The release of a run that has just begun. */
export const begun = (
  lock: Pick<HeldLock, 'lineage' | 'revision' | 'epoch'>,
  more: Partial<Release> = {},
): Release => ({
  formatVersion: 2,
  ...NAMES,
  lineage: lock.lineage,
  revision: lock.revision,
  epoch: lock.epoch,
  operation: 'apply',
  phase: 'applying',
  startedAt: '2026-01-01T00:00:00.000Z',
  by: holderNamed('anna'),
  gantryVersion: '0.1.0',
  cluster: {server: 'https://c', identity: 'uid-1', method: 'kube-system-uid', version: 'v1.34.4'},
  summary: SUMMARY,
  spec: [],
  state: [],
  ...more,
});

export const ended = (release: Release, more: Partial<Release> = {}): Release => ({
  ...release,
  phase: 'succeeded',
  finishedAt: '2026-01-01T00:01:00.000Z',
  ...more,
});
