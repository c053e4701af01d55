import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {load} from 'js-yaml';
import {describe, expect, it} from 'vitest';
import type {Json} from '../../src/core/json.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {helmPath} from '../rig/helm-path.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {makeStack} from '../rig/stack.ts';

const PRINTER = `apiVersion: v1
kind: ConfigMap
metadata:
  name: printed
data:
  values: {{ .Values | toJson | quote }}
`;

const CHART = {
  'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{name: db, version: 1.0.0}]\n',
  'chart/values.yaml':
    'replicas: 1\nimage: {repository: nginx, tag: "1"}\nlabels: {a: x, b: y}\nhosts: [one, two]\nempty: {}\ndb: {port: 1}\nnothing: null\n',
  'chart/templates/printed.yaml': PRINTER,
  'chart/charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 1.0.0\n',
  'chart/charts/db/values.yaml': 'port: 5432\nuser: db\nglobal: {zone: a}\n',
};

type Case = {
  readonly name: string;
  readonly files?: readonly string[];
  readonly values?: Json;
  readonly set?: Readonly<Record<string, Json>>;
};

const CASES: readonly Case[] = [
  {name: 'a file over the defaults', files: ['replicas: 2\nimage: {tag: "2"}\n']},
  {name: 'two files', files: ['image: {tag: "2"}\nlabels: {c: z}\n', 'image: {tag: "3"}\n']},
  {name: 'a null for a key', files: ['labels: {a: null}\n']},
  {name: 'a null for a mapping', files: ['labels: null\n']},
  {name: 'a null of a later file', files: ['labels: {c: z}\n', 'labels: {c: null, a: null}\n']},
  {name: 'a mapping over a null', files: ['labels: null\n', 'labels: {d: w}\n']},
  {name: 'a list', files: ['hosts: [three]\n']},
  {name: 'an empty list', files: ['hosts: []\n']},
  {name: 'a null in a list', files: ['hosts: [null, a]\n']},
  {name: 'a scalar over a mapping', files: ['image: nginx\n']},
  {name: 'a mapping over a scalar', files: ['replicas: {min: 1}\n']},
  {name: 'values of a subchart', files: ['db: {user: me}\n']},
  {name: 'a null in a subchart', files: ['db: {user: null}\n']},
  {name: 'global values', files: ['global: {zone: b, other: 1}\n']},
  {name: 'a file in JSON', files: ['{"replicas": 3, "image": {"tag": "4"}}']},
  {name: 'numbers', files: ['a: 0644\nb: 0o17\nc: 1e3\nd: 1.50\ne: 12345678901\nf: -0\ng: "010"\nh: .5\n']},
  {name: 'words', files: ['a: yes\nb: on\nc: "true"\nd: ~\ne: null\nf: NO\ng: y\n']},
  {name: 'anchors', files: ['x: &x {a: 1}\ny: *x\nz: {<<: *x, b: 2}\n']},
  {name: 'an empty file', files: ['']},
  {name: 'a file with comments only', files: ['# none\n']},
  {name: 'values over files', files: ['image: {tag: "2"}\n'], values: {image: {tag: '5'}}},
  {name: 'one path', set: {'image.tag': '6'}},
  {name: 'paths with escaped dots', set: {'labels.kubernetes\\.io/name': 'a', 'a\\.b.c': 1}},
  {name: 'list indexes', set: {'hosts[0]': 'x', 'ports[1].name': 'y', 'ports[0].name': 'z'}},
  {name: 'list indexes over a file', files: ['hosts: [a, b, c]\n'], set: {'hosts[1]': 'x', 'hosts[4]': 'y'}},
  {name: 'nested lists', set: {'grid[0][1]': 1, 'grid[1][0]': 2}},
  {name: 'a null at a path', set: {'image.tag': null, labels: null}},
  {name: 'a mapping at a path', set: {image: {tag: '7'}}},
  {name: 'a list at a path', set: {hosts: ['q']}},
  {name: 'a path in a subchart', set: {'db.port': 1}},
  {name: 'types at a path', set: {'t.a': true, 't.b': 1, 't.c': '1', 't.d': 1.5, 't.e': ''}},
];

describe.each(['helm', 'helm4'] as const)('values of a chart for %s', (tool) => {
  beforeAllBuild('helm', 'helm4');

  it.each(CASES)('$name are merged as by helm itself', async ({files = [], values = {}, set = {}}) => {
    const valuesFiles = files.map((_, i) => `values-${i}.yaml`);
    const stack = await makeStack({
      files: {
        'stack.yaml': {name: 'shop', namespace: 'shop', sources: [{helm: {path: 'chart', valuesFiles, values, set}}]},
        ...CHART,
        ...Object.fromEntries(files.map((text, i) => [`values-${i}.yaml`, text])),
        'inline.json': values,
      },
    });
    const {document, stderr, code} = await stack.json<{resources: {attributes: {data: {values: string}}}[]}>(
      ['build'],
      {
        env: {PATH: await helmPath(tool)},
      },
    );
    expect(code, stderr).toBe(0);
    const flags = [
      ...[...valuesFiles, 'inline.json'].flatMap((file) => ['-f', file]),
      ...Object.entries(set).flatMap(([path, value]) => ['--set-json', `${path}=${JSON.stringify(value)}`]),
    ];
    const program = (await toolPath(tool)) ?? tool;
    const real = await promisify(execFile)(program, ['template', 'web', 'chart', ...flags], {cwd: stack.dir});
    const want = load(real.stdout) as {data: {values: string}};
    expect(JSON.parse(document.resources[0]?.attributes.data.values ?? '')).toEqual(JSON.parse(want.data.values));
  });
});
