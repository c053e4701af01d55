import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {jsonAt} from '../../../../src/core/json-at.ts';
import type {ModulePatch} from '../../../../src/core/module/module-patch.ts';
import {applyPatches} from '../../../../src/kubernetes/module/apply-patches.ts';

const ID = 'apps/v1:Deployment:web';
const SERVICE = 'v1:Service:web';
const DEPLOYMENT: JsonObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name: 'web'},
  spec: {
    replicas: 1,
    template: {
      metadata: {labels: {app: 'web'}},
      spec: {
        initContainers: [{name: 'migrate'}],
        containers: [{name: 'web', env: [{name: 'LOG', value: 'debug'}]}, {name: 'proxy'}],
      },
    },
  },
};
const WORKLOAD = {id: ID, name: 'web', selector: {app: 'web'}, ports: []};

const patched = (patches: Readonly<Record<string, ModulePatch>>, order?: readonly string[]) => {
  const result = applyPatches({
    objects: new Map([
      [ID, DEPLOYMENT],
      [SERVICE, {apiVersion: 'v1', kind: 'Service', metadata: {name: 'web', labels: {a: '1'}}}],
    ]),
    workload: WORKLOAD,
    patches: Object.entries(patches).map(([accessory, patch]) => ({accessory, module: `${accessory}-module`, patch})),
    ...(order === undefined ? {} : {order}),
  });
  return {...result, deployment: result.objects.get(ID), service: result.objects.get(SERVICE)};
};

describe('patches of modules', () => {
  it('labels and annotations go to the workload, and those of pods to its pod template', () => {
    const {deployment, problems} = patched({
      a: {labels: {l: '1'}, annotations: {n: '1'}, podLabels: {p: '1'}, podAnnotations: {q: '1'}},
    });
    expect(problems).toEqual([]);
    expect(deployment).toMatchObject({
      metadata: {name: 'web', labels: {l: '1'}, annotations: {n: '1'}},
      spec: {template: {metadata: {labels: {app: 'web', p: '1'}, annotations: {q: '1'}}}},
    });
  });

  it('Secrets for pulling images are added to those of the application, each once', () => {
    const {deployment} = patched({a: {imagePullSecrets: ['one', 'two']}, b: {imagePullSecrets: ['two', 'three']}});
    const spec = jsonAt(deployment ?? {}, ['spec', 'template', 'spec', 'imagePullSecrets']);
    expect(spec).toEqual([{name: 'one'}, {name: 'two'}, {name: 'three'}]);
  });

  it('variables of patches come first, in the order of the accessories, and a variable of the application stays', () => {
    const {deployment} = patched({
      b: {env: [{name: 'B', value: 2}]},
      a: {
        env: [
          {name: 'A', value: 'secret://db/host'},
          {name: 'LOG', value: 'info'},
          {name: 'ONLY', value: 'x', containers: ['proxy']},
        ],
      },
    });
    const A = {name: 'A', valueFrom: {secretKeyRef: {name: 'db', key: 'host'}}};
    const B = {name: 'B', value: '2'};
    expect(deployment).toMatchObject({
      spec: {
        template: {
          spec: {
            initContainers: [{name: 'migrate', env: [A, {name: 'LOG', value: 'info'}, B]}],
            containers: [
              {name: 'web', env: [A, B, {name: 'LOG', value: 'debug'}]},
              {name: 'proxy', env: [A, {name: 'LOG', value: 'info'}, {name: 'ONLY', value: 'x'}, B]},
            ],
          },
        },
      },
    });
  });

  it('merge and JSON patches change any object of the application by its id', () => {
    const {deployment, service, edits} = patched({
      a: {merge: {[SERVICE]: {metadata: {labels: {a: null, b: '2'}}}}},
      b: {json: {[ID]: [{op: 'replace', path: '/spec/replicas', value: 3}]}},
    });
    expect(service).toMatchObject({metadata: {labels: {b: '2'}}});
    expect(service).not.toHaveProperty('metadata.labels.a');
    expect(deployment).toMatchObject({spec: {replicas: 3}});
    expect(edits.map(({accessory, path}) => `${accessory}:${path.join('.')}`)).toEqual([
      'a:metadata.labels.a',
      'a:metadata.labels.b',
      'b:spec.replicas',
    ]);
  });

  it('a CronJob is patched in the pod template of its jobs', () => {
    const id = 'batch/v1:CronJob:web';
    const template = {spec: {containers: [{name: 'c'}]}};
    const {objects} = applyPatches({
      objects: new Map([[id, {apiVersion: 'batch/v1', kind: 'CronJob', spec: {jobTemplate: {spec: {template}}}}]]),
      workload: {...WORKLOAD, id},
      patches: [{accessory: 'a', module: 'a', patch: {podLabels: {p: '1'}, env: [{name: 'A', value: 'x'}]}}],
    });
    expect(objects.get(id)).toMatchObject({
      spec: {
        jobTemplate: {
          spec: {
            template: {
              metadata: {labels: {p: '1'}},
              spec: {containers: [{name: 'c', env: [{name: 'A', value: 'x'}]}]},
            },
          },
        },
      },
    });
  });

  it('a Pod is its own pod template', () => {
    const id = 'v1:Pod:web';
    const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec: {containers: [{name: 'c'}]}};
    const {objects, problems} = applyPatches({
      objects: new Map([[id, pod]]),
      workload: {...WORKLOAD, id},
      patches: [
        {accessory: 'a', module: 'a', patch: {labels: {l: '1'}, podLabels: {p: '1'}, env: [{name: 'A', value: 'x'}]}},
      ],
    });
    expect(problems).toEqual([]);
    expect(objects.get(id)).toMatchObject({
      metadata: {name: 'web', labels: {l: '1', p: '1'}},
      spec: {containers: [{name: 'c', env: [{name: 'A', value: 'x'}]}]},
    });
  });

  it.each([
    {
      name: 'a label',
      patches: {a: {labels: {l: '1'}}, b: {labels: {l: '2'}}},
      path: 'metadata.labels.l',
    },
    {
      name: 'a variable',
      patches: {a: {env: [{name: 'X', value: '1'}]}, b: {env: [{name: 'X', value: '2', containers: ['web']}]}},
      path: 'spec.template.spec.containers[0].env.X',
    },
    {
      name: 'a field by a merge patch and a JSON patch',
      patches: {
        a: {merge: {[ID]: {spec: {replicas: 2}}}},
        b: {json: {[ID]: [{op: 'replace', path: '/spec/replicas', value: 3}]}},
      },
      path: 'spec.replicas',
    },
    {
      name: 'a field inside a value that the other replaces',
      patches: {
        a: {merge: {[ID]: {spec: {template: {spec: {containers: []}}}}}},
        b: {env: [{name: 'X', value: '1', containers: ['web']}]},
      },
      path: 'spec.template.spec.containers[0].env.X',
    },
  ])('two modules that set $name differently are an error that names both', ({patches, path}) => {
    const {problems, deployment} = patched(patches);
    expect(problems).toEqual([
      {
        accessory: 'b',
        message: `module a-module (accessory a) and module b-module (accessory b) both set \`${path}\` of ${ID}`,
        hint: 'Remove one of them, or write `order: [a, b]` in the application: the last one wins.',
      },
    ]);
    expect(deployment).toBe(DEPLOYMENT);
  });

  it('an order of the application decides: the last one wins', () => {
    const patches = {
      a: {labels: {l: '1'}, env: [{name: 'X', value: '1'}]},
      b: {labels: {l: '2'}, env: [{name: 'X', value: '2'}]},
    };
    for (const [order, wins] of [
      [['a', 'b'], '2'],
      [['b', 'a'], '1'],
    ] as const) {
      const {deployment, problems} = patched(patches, order);
      expect(problems).toEqual([]);
      expect(deployment).toMatchObject({
        metadata: {labels: {l: wins}},
        spec: {template: {spec: {containers: [{}, {name: 'proxy', env: [{name: 'X', value: wins}]}]}}},
      });
    }
  });

  it('two modules that set the same value have no conflict', () => {
    const {problems} = patched({a: {labels: {l: '1'}}, b: {labels: {l: '1'}}});
    expect(problems).toEqual([]);
  });

  it.each([
    {name: 'an unknown object', patch: {merge: {'v1:Service:wbe': {}}}, want: 'did you mean v1:Service:web?'},
    {
      name: 'an unknown container',
      patch: {env: [{name: 'A', value: 'x', containers: ['wep']}]},
      want: 'the container wep',
    },
    {name: 'a label that selects the pods', patch: {podLabels: {app: 'x'}}, want: 'which selects the pods'},
    {
      name: 'a JSON patch that fails',
      patch: {json: {[ID]: [{op: 'remove', path: '/spec/paused'}]}},
      want: 'cannot remove /spec/paused: no such field',
    },
  ])('$name is an error that names the module, and nothing is changed', ({patch, want}) => {
    const {problems, deployment} = patched({a: patch});
    expect(problems).toEqual([expect.objectContaining({accessory: 'a', message: expect.stringContaining(want)})]);
    expect(problems[0]?.message).toContain('module a-module');
    expect(deployment).toBe(DEPLOYMENT);
  });

  it('a patch of pods without a workload is an error', () => {
    const {problems} = applyPatches({
      objects: new Map(),
      workload: undefined,
      patches: [{accessory: 'a', module: 'a', patch: {env: [{name: 'A', value: 'x'}]}}],
    });
    expect(problems[0]?.message).toContain('the application has no workload with pods');
  });
});
