import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {readChartFiles} from '../../../../../src/adapters/helm/chart-files.ts';
import {chartDefaults} from '../../../../../src/config/sources/helm/chart-defaults.ts';
import {unknownWarning, unreadKeys} from '../../../../../src/config/sources/helm/unknown-values.ts';
import {readYaml} from '../../../../../src/config/yaml/read-yaml.ts';
import type {JsonObject} from '../../../../../src/core/json.ts';

const FILES = new Map([
  [
    'Chart.yaml',
    'name: web\ndependencies:\n  - {name: db, condition: db.enabled}\n  - {name: queue, condition: "withQueue"}\n',
  ],
  [
    'values.yaml',
    'replicaCount: 1\nimage: {name: nginx, tag: "1"}\nresources: {limits: {cpu: 1}}\npodAnnotations: {}\ndb: {size: 1}\n',
  ],
  ['values.schema.json', '{"properties": {"mode": {"type": "string"}}}'],
  [
    'templates/a.yaml',
    '{{ .Values.replicaCount }} {{ .Values.image.name }}:{{ .Values.image.tag }} {{ toYaml .Values.resources }} {{ tpl .Values.extra . }}',
  ],
  ['files/app.conf', 'level = {{ .Values.level }}'],
  ['README.md', '`replicas` was `.Values.replicas` before 1.0'],
]);

const warnings = (values: JsonObject, files: ReadonlyMap<string, string> = FILES): readonly string[] => {
  const placeOf = () => ({file: 'values.yaml', line: 1, column: 1, endColumn: 2, text: ''});
  const defaults = chartDefaults(files, {name: 'web', path: '/charts/web'}, undefined);
  return unreadKeys({values}, defaults, files)
    .map((one) => unknownWarning(one, {placeOf}))
    .map(({message, hint}) => [message, hint].filter((text) => text !== undefined).join('. '));
};

it.each([
  {
    values: {replicas: 2},
    want: 'value replicas not found in the chart, and no template reads it. Did you mean replicaCount?',
  },
  {
    values: {image: {tga: '2'}},
    want: 'value image.tga not found in the chart, and no template reads it. Did you mean image.tag?',
  },
  {values: {sidecar: {image: 'x'}}, want: 'value sidecar not found in the chart, and no template reads it'},
])('an unknown value gives the warning: $want', ({values, want}) => {
  expect(warnings(values)).toEqual([want]);
});

it.each<{what: string; values: JsonObject}>([
  {what: 'a known value', values: {replicaCount: 2, image: {tag: '2'}}},
  {what: 'a value of the schema', values: {mode: 'a'}},
  {what: 'a key of a mapping that is empty in the defaults', values: {podAnnotations: {a: 'b'}}},
  {what: 'a key of a mapping that a template prints', values: {resources: {requests: {cpu: 1}}}},
  {what: 'a value that only a template reads', values: {extra: 'x'}},
  {what: 'a value that another file of the chart reads', values: {level: 'info'}},
  {what: 'a value that a text of the values reads', values: {extra: '{{ .Values.own }}', own: 'x'}},
  {what: 'the condition of a dependency', values: {db: {enabled: false}, withQueue: false, tags: {all: true}}},
  {what: 'a value for all charts', values: {global: {region: 'eu'}}},
  {what: 'a key for anchors', values: {'x-common': {a: 1}, '.shared': {b: 2}, _more: 1}},
  {what: 'a null that removes a default', values: {gone: null}},
])('$what gives no warning', ({values}) => {
  expect(warnings(values)).toEqual([]);
});

const CHARTS = join(import.meta.dirname, '../../../../charts');
const given = readdirSync(CHARTS).flatMap((file) => {
  const [, chart] = /^(\w+)\.(?:values|upgrade)\.yaml$/.exec(file) ?? [];
  return chart === undefined ? [] : [{file, chart}];
});

it.each(given)('the values in $file give no warning', async ({file, chart}) => {
  const files = await readChartFiles({path: join(CHARTS, chart)});
  if ('problem' in files) throw new Error(files.problem);
  const values = readYaml(readFileSync(join(CHARTS, file), 'utf8'), file).documents[0]?.value as JsonObject;
  expect(warnings(values, files)).toEqual([]);
});
