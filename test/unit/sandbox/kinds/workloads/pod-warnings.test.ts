import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../../src/core/json.ts';
import {WORKLOAD_RULES} from '../../../../../src/sandbox/kinds/workload-rules.ts';
import {BEHAVIOURS} from '../../../../../src/sandbox/model/test-pod.ts';
import {servedCluster} from '../../api/served.ts';

const behaving = (how: string): JsonObject => ({metadata: {annotations: {'gantry.dev/test-pod': how}}});
const ALL =
  '"image-pull", "image-name", "crash-loop", "crash-once", "never-ready", "slow", "config-error", "failed-mount", "not-executable", "evicted"';
const unknown = (path: string, value: string): string =>
  `${path}metadata.annotations[gantry.dev/test-pod]: unknown value "${value}" is ignored: supported values: ${ALL}`;

const warned = (kind: string, given: JsonObject): readonly string[] => {
  const object = {...given, metadata: {name: 'p', ...(given['metadata'] as JsonObject | undefined)}};
  return WORKLOAD_RULES[kind]?.warnings?.({object, subresource: ''} as never) ?? [];
};

describe('the warning about the behavior of test pods', () => {
  it.each([...BEHAVIOURS])('the known behavior %s causes no warning', (how) => {
    expect(warned('Pod', behaving(how))).toEqual([]);
    expect(warned('Deployment.apps', {spec: {template: behaving(how)}})).toEqual([]);
  });

  it.each(['oops', '', 'Slow', 'constructor'])('the unknown behavior %j causes a warning', (how) => {
    expect(warned('Pod', behaving(how))).toEqual([unknown('', how)]);
  });

  it.each([
    'ReplicationController',
    'Deployment.apps',
    'ReplicaSet.apps',
    'StatefulSet.apps',
    'DaemonSet.apps',
    'Job.batch',
  ])('an unknown behavior in a %s causes a warning', (kind) => {
    expect(warned(kind, {spec: {template: behaving('oops')}})).toEqual([unknown('spec.template.', 'oops')]);
  });

  it('an unknown behavior in a CronJob causes a warning', () => {
    const object = {spec: {jobTemplate: {spec: {template: behaving('oops')}}}};
    expect(warned('CronJob.batch', object)).toEqual([unknown('spec.jobTemplate.spec.template.', 'oops')]);
  });

  it('the response contains the warning about an unknown behavior', async () => {
    await using cluster = await servedCluster();
    const metadata = {name: 'p', annotations: {'gantry.dev/test-pod': 'oops'}};
    const body = JSON.stringify({metadata, spec: {containers: [{name: 'c', image: 'x'}]}});
    const {status, headers} = await cluster.send('/api/v1/namespaces/default/pods?dryRun=All', {method: 'POST', body});
    expect(status).toBe(201);
    expect(headers['warning']).toContain('unknown value \\"oops\\" is ignored');
  });
});

describe('warnings for changes of objects with a template', () => {
  const old = {spec: {template: {spec: {nodeSelector: {'beta.kubernetes.io/os': 'linux'}}}}};
  const at = (generation: number, object: JsonObject): JsonObject => ({...object, metadata: {name: 'a.b', generation}});
  const warnedOf = (kind: string, object: JsonObject, before: JsonObject): readonly string[] =>
    WORKLOAD_RULES[kind]?.warnings?.({object, before, subresource: ''} as never) ?? [];

  it.each(['Deployment.apps', 'StatefulSet.apps', 'ReplicationController'])(
    'a change of a %s warns if it increases the generation',
    (kind) => {
      expect(warnedOf(kind, at(2, old), at(1, old))).toEqual([
        'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
      ]);
      expect(warnedOf(kind, at(1, old), at(1, old))).toEqual([]);
    },
  );

  it('a change of a Pod never warns', () => {
    const pod = {spec: {nodeSelector: {'beta.kubernetes.io/os': 'linux'}}};
    expect(warnedOf('Pod', at(2, pod), at(1, pod))).toEqual([]);
  });

  it('a change of a CronJob warns of a time zone in its schedule', () => {
    const job = {spec: {schedule: 'TZ=UTC 0 0 * * *'}};
    expect(warnedOf('CronJob.batch', at(1, job), at(1, job))).toEqual([
      expect.stringMatching(/^cannot use TZ or CRON_TZ/),
    ]);
  });
});
