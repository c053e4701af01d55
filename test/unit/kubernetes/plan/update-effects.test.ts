import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import type {Effect} from '../../../../src/core/plan/plan.ts';
import {compareObjects} from '../../../../src/kubernetes/fields/compare.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {updateEffects} from '../../../../src/kubernetes/plan/update-effects.ts';

type Row = {
  readonly name: string;
  readonly apiVersion?: string;
  readonly kind?: string;
  /** Of both. */
  readonly spec?: JsonObject;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly want: readonly Effect[];
};

const image = (name: string): JsonObject => ({template: {spec: {containers: [{name: 'app', image: name}]}}});
const [old, changed] = [image('a'), image('b')];

it.each<Row>([
  {name: 'another template restarts the pods', before: old, after: changed, want: ['pods-restart']},
  {name: 'another number of pods restarts none', before: {replicas: 1}, after: {replicas: 2}, want: ['scaled']},
  {
    name: 'both are both',
    before: {...old, replicas: 1},
    after: {...changed, replicas: 2},
    want: ['scaled', 'pods-restart'],
  },
  {
    name: 'what lies beside the template restarts none',
    before: {minReadySeconds: 0},
    after: {minReadySeconds: 5},
    want: [],
  },
  {name: 'a paused Deployment rolls nothing out', spec: {paused: true}, before: old, after: changed, want: []},
  {name: 'without replicas there are no pods', spec: {replicas: 0}, before: old, after: changed, want: []},
  {
    name: 'all at once is an interruption',
    spec: {strategy: {type: 'Recreate'}},
    before: old,
    after: changed,
    want: ['pods-restart', 'interruption'],
  },
  {
    name: 'a StatefulSet of one is away while that one is made anew',
    kind: 'StatefulSet',
    before: old,
    after: changed,
    want: ['pods-restart', 'interruption'],
  },
  {
    name: 'one of more is not',
    kind: 'StatefulSet',
    spec: {replicas: 3},
    before: old,
    after: changed,
    want: ['pods-restart'],
  },
  {
    name: 'pods below the partition stay',
    kind: 'StatefulSet',
    spec: {replicas: 3, updateStrategy: {rollingUpdate: {partition: 3}}},
    before: old,
    after: changed,
    want: [],
  },
  {
    name: 'OnDelete leaves the pods to people',
    kind: 'DaemonSet',
    spec: {updateStrategy: {type: 'OnDelete'}},
    before: old,
    after: changed,
    want: [],
  },
  {name: 'a DaemonSet restarts its pods', kind: 'DaemonSet', before: old, after: changed, want: ['pods-restart']},
  {name: 'a ReplicaSet leaves the pods that it has', kind: 'ReplicaSet', before: old, after: changed, want: []},
  {
    name: 'a CronJob runs nothing now',
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    before: {jobTemplate: old},
    after: {jobTemplate: changed},
    want: [],
  },
  {
    name: 'a suspended Job ends its pods',
    apiVersion: 'batch/v1',
    kind: 'Job',
    before: {suspend: false},
    after: {suspend: true},
    want: ['scaled'],
  },
  {name: 'a ConfigMap restarts nothing', apiVersion: 'v1', kind: 'ConfigMap', before: old, after: changed, want: []},
  {
    name: 'the same kind of another group is not known',
    apiVersion: 'example.com/v1',
    kind: 'Deployment',
    before: old,
    after: changed,
    want: [],
  },
])('$name', ({apiVersion = 'apps/v1', kind = 'Deployment', spec, before, after, want}) => {
  const object = (own: JsonObject): JsonObject => ({apiVersion, kind, metadata: {name: 'x'}, spec: {...spec, ...own}});
  const [live, answer] = [object(before), object(after)];
  expect(updateEffects(compareObjects(live, answer, DEDUCED), answer)).toEqual(want);
});
