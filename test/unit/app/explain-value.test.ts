import {beforeEach, describe, expect, it} from 'vitest';
import type {ValueExplanation} from '../../../src/app/explain-value.ts';
import {makeStack, type Stack} from '../../rig/stack.ts';

const FILES = {
  'stack.yaml': `name: shop
namespace: shop
sources: [{manifests: app.yaml, references: true}]
images: {nginx: "nginx:1.26"}
patches:
  '*':
    - target: {kind: Deployment}
      patch:
        - {op: add, path: /spec/template/spec/containers/0, value: {name: side, image: busybox}}
        - {op: replace, path: /spec/replicas, value: 2}
        - {op: remove, path: /spec/minReadySeconds}
`,
  'app.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  paused: true
  minReadySeconds: 3
  progressDeadlineSeconds: 60
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: app
          image: nginx:1.25
          env:
            - {name: HOST, value: "x-\${context:host}"}
            - {name: CFG, value: "a \${ref:v1:ConfigMap:shop:c#data.a}"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data: {a: b}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: gone}
---
apiVersion: v1
kind: Secret
metadata: {name: s}
stringData:
  password: canary-of-the-file
`,
  'patches/prod.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  paused: null
  progressDeadlineSeconds: 60
  template:
    spec:
      containers:
        - name: app
          env:
            - {name: HOST, value: "y-\${context:host}"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: gone}
$patch: delete
---
apiVersion: v1
kind: Secret
metadata: {name: s}
stringData:
  password: canary-of-the-patch
`,
  'workspaces/base.yaml': 'context:\n  host: h\n',
  'workspaces/prod.yaml': 'extends: base\n',
};

const WEB = 'apps/v1:Deployment:shop:web';

describe('build --explain', () => {
  let stack: Stack;
  beforeEach(async () => {
    stack = await makeStack({files: FILES});
  });
  const explained = async (field: string, args: readonly string[] = ['-w', 'prod']) => {
    const ran = await stack.json<ValueExplanation>(['build', '--explain', field, ...args]);
    expect(ran, ran.stdout).toMatchObject({code: 0});
    return ran.document;
  };
  type Place = {readonly file: string; readonly line: number};
  const placeOf = ({file, line}: Place) => `${file.replace(`${stack.dir}/`, '')}:${line}`;
  const layersOf = async (field: string, args?: readonly string[]) =>
    (await explained(field, args)).layers.map(({layer, at, value, op, same, instead}) =>
      [
        op === undefined ? layer : `${layer} ${op}`,
        at === undefined ? 'nowhere' : placeOf(at),
        value === undefined ? 'gone' : JSON.stringify(value),
        ...(same === true ? ['as it was'] : []),
        ...(instead === undefined ? [] : [`instead of ${placeOf(instead)}`]),
      ].join(' | '),
    );

  it.each([
    {
      name: 'a value that each layer replaces',
      field: 'spec.replicas',
      want: [
        'source | app.yaml:5 | 1',
        'patch replace /spec/replicas | stack.yaml:10 | 2',
        'patch merge | patches/prod.yaml:5 | 3',
      ],
    },
    {
      name: 'a value that nobody changes',
      field: 'metadata.name',
      want: ['source | app.yaml:3 | "web"'],
    },
    {
      name: 'a value that a patch says once more',
      field: 'spec.progressDeadlineSeconds',
      want: ['source | app.yaml:8 | 60', 'patch merge | patches/prod.yaml:7 | 60 | as it was'],
    },
    {
      name: 'a field that null has taken away',
      field: 'spec.paused',
      want: ['source | app.yaml:6 | true', 'patch merge | patches/prod.yaml:6 | gone'],
    },
    {
      name: 'a field that an operation has taken away',
      field: 'spec.minReadySeconds',
      want: ['source | app.yaml:7 | 3', 'patch remove /spec/minReadySeconds | stack.yaml:11 | gone'],
    },
    {
      name: 'an item that an operation has added',
      field: 'spec.template.spec.containers[0].image',
      want: ['patch add /spec/template/spec/containers/0 | stack.yaml:9 | "busybox"'],
    },
    {
      name: 'an image, by the index that the item came to have',
      field: 'spec.template.spec.containers[1].image',
      want: ['source | app.yaml:14 | "nginx:1.25"', 'images | stack.yaml:4 | "nginx:1.26"'],
    },
    {
      name: 'an image that the command line says otherwise',
      field: 'spec.template.spec.containers[name="app"].image',
      args: ['-w', 'prod', '--image', 'nginx=:1.27'],
      want: ['source | app.yaml:14 | "nginx:1.25"', '--image | --image:1 | "nginx:1.27" | instead of stack.yaml:4'],
    },
    {
      name: 'a value of the context, filled in twice',
      field: 'spec.template.spec.containers[name="app"].env[name="HOST"].value',
      want: [
        'source | app.yaml:16 | "x-${context:host}"',
        'context | app.yaml:16 | "x-h"',
        'patch merge | patches/prod.yaml:13 | "y-h"',
      ],
    },
    {
      name: 'a namespace that was filled in',
      field: 'metadata.namespace',
      want: ['namespace | stack.yaml:2 | "shop"'],
    },
    {
      name: 'a mapping, by whoever changed something in it',
      field: 'spec.template.spec.containers[name="app"].env',
      want: [
        expect.stringMatching(/^source \| app\.yaml:/),
        expect.stringMatching(/^context \| app\.yaml:/),
        expect.stringMatching(/^patch merge \| patches\/prod\.yaml:/),
      ],
    },
  ])('an explanation names every layer of $name', async ({field, args, want}) => {
    expect(await layersOf(`${WEB}#${field}`, args)).toEqual(want);
  });

  it('an explanation names the workspace file that a value of the context is in', async () => {
    const {layers, value} = await explained(`${WEB}#spec.template.spec.containers[name="app"].env[name="HOST"].value`);
    expect(value).toBe('y-h');
    expect(layers.map(({context}) => (context ?? []).map(({key, at}) => [key, at && placeOf(at)]))).toEqual([
      [],
      [['host', 'workspaces/base.yaml:2']],
      [['host', 'workspaces/base.yaml:2']],
    ]);
  });

  it('an explanation names the target of a reference', async () => {
    const {references} = await explained(`${WEB}#spec.template.spec.containers[name="app"].env[name="CFG"].value`);
    expect(references).toEqual([
      {text: '${ref:v1:ConfigMap:shop:c#data.a}', id: 'v1:ConfigMap:shop:c', path: 'data.a', value: 'b'},
    ]);
  });

  it('an explanation names the patch that deleted an object', async () => {
    const {layers, value} = await explained('v1:ConfigMap:shop:gone#metadata.name');
    expect(value).toBeUndefined();
    expect(layers.at(-1)).toMatchObject({layer: 'patch', at: {line: 15}});
  });

  it('an explanation shows no secret, but shows what set it', async () => {
    const field = 'v1:Secret:shop:s#stringData.password';
    const ran = await stack.gantry(['build', '--explain', field, '-w', 'prod']);
    const {layers, sensitive, value} = await explained(field);
    expect({sensitive, value}).toEqual({sensitive: true, value: '***'});
    expect(layers.map(({at}) => at && placeOf(at))).toEqual(['app.yaml:32', 'patches/prod.yaml:24']);
    const whole = await stack.gantry(['build', '--explain', 'v1:Secret:shop:s#stringData', '-w', 'prod', '-o', 'json']);
    expect(whole).toMatchObject({code: 0});
    expect(ran.stdout + whole.stdout + JSON.stringify(layers)).not.toContain('canary');
  });

  it('the text output shows the value first, then its layers', async () => {
    const {stdout} = await stack.gantry(['build', '--explain', `${WEB}#spec.replicas`, '-w', 'prod']);
    expect(stdout).toBe(
      [
        `spec.replicas of ${WEB} is 3.`,
        'LAYER   WHERE                   WHAT                    VALUE',
        'source  app.yaml:5:13           written                 1',
        'patch   stack.yaml:10:54        replace /spec/replicas  2',
        'patch   patches/prod.yaml:5:13  merge                   3',
        '',
      ].join('\n'),
    );
  });

  it.each([
    {name: 'an id', field: 'apps/v1:Deployment:shop:wbe#spec', says: `Did you mean ${WEB}?`},
    {name: 'a field', field: `${WEB}#spec.replica`, says: 'Did you mean spec.replicas'},
    {name: 'what is not ID#PATH', field: WEB, says: 'the form is ID#PATH'},
  ])('a misspelt $name causes an error with a suggestion', async ({field, says}) => {
    const ran = await stack.gantry(['build', '--explain', field, '-w', 'prod']);
    expect(ran).toMatchObject({code: 3, stdout: '', stderr: expect.stringContaining(says)});
  });
});
