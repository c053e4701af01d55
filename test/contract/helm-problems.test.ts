import {describe, expect, it} from 'vitest';
import {type Diagnostic, isError} from '../../src/core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {helmPath} from '../rig/helm-path.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {makeStack} from '../rig/stack.ts';

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['replicas'],
  properties: {
    replicas: {type: 'integer'},
    image: {$ref: '#/definitions/image'},
    mode: {enum: ['a', 'b']},
    port: {oneOf: [{type: 'string'}, {type: 'integer'}]},
    auth: {type: 'object', properties: {password: {pattern: '^[a-z]+$'}}},
    db: {},
    global: {},
    tested: {},
  },
  definitions: {
    image: {
      type: 'object',
      additionalProperties: false,
      properties: {repository: {type: 'string'}, tag: {type: 'string'}},
    },
  },
};

const CHART = {
  'chart/Chart.yaml':
    'apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{name: database, version: 1.0.0, alias: db}]\n',
  'chart/values.yaml': 'replicas: 1\nimage: {repository: nginx}\n',
  'chart/values.schema.json': SCHEMA,
  'chart/charts/database/Chart.yaml': 'apiVersion: v2\nname: database\nversion: 1.0.0\n',
  'chart/charts/database/values.yaml': 'port: 1\nhosts: [a]\n',
  'chart/charts/database/values.schema.json': {
    properties: {port: {type: 'integer'}, hosts: {items: {type: 'string'}}, global: {}, broken: {}},
    additionalProperties: false,
  },
  'chart/charts/database/templates/cm.yaml': '{{ if .Values.broken }}{{ .Values.broken.deeper.name }}{{ end }}',
  'chart/templates/cm.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  password: {{ .Values.auth | default dict | toJson | sha256sum | trunc 8 | quote }}
{{- if eq (.Values.tested | default "" | toString) "on" }}
  tested: "on"
{{- end }}
`,
};

type Case = {
  readonly name: string;
  readonly source?: JsonObject;
  readonly files?: Readonly<Record<string, unknown>>;
  readonly want: readonly {readonly at: string; readonly message: RegExp; readonly hint?: RegExp}[];
};

const ONE = {valuesFiles: ['prod.yaml']};

const CASES: readonly Case[] = [
  {
    name: 'all violations of the schemas of a chart and its subchart are at the lines of the values',
    source: {...ONE, values: {mode: 'c'}},
    files: {
      'prod.yaml': [
        'replicas: zero',
        'image:',
        '  repositry: nginx',
        '  tag: 5',
        'port: []',
        'db:',
        '  port: x',
        '  hosts:',
        '    - a',
        '    - 5',
        '  prt: 2',
        'imagee: 1',
      ].join('\n'),
    },
    want: [
      {at: 'prod.yaml:1', message: /^the value replicas is not valid: got string, want integer$/},
      {at: 'prod.yaml:3', message: /image\.repositry is not valid: the schema/, hint: /^Did you mean repository\?$/},
      {at: 'prod.yaml:4', message: /^the value image\.tag is not valid: got number, want string$/},
      {at: 'prod.yaml:5', message: /^the value port is not valid: 'oneOf' failed, none matched$/},
      {at: 'prod.yaml:7', message: /^the value db\.port is not valid: got string, want integer$/},
      {at: 'prod.yaml:10', message: /^the value db\.hosts\[1\] is not valid: got number, want string$/},
      {at: 'prod.yaml:11', message: /^the value db\.prt is not valid/, hint: /^Did you mean port\?$/},
      {at: 'prod.yaml:12', message: /^the value imagee is not valid/, hint: /^Did you mean image\?$/},
      {at: 'stack.yaml', message: /^the value mode is not valid: value must be one of 'a', 'b'$/},
    ],
  },
  {
    name: 'the text of a secret is not in the violation of its pattern',
    source: ONE,
    files: {'prod.yaml': 'auth:\n  password: Hunter2!\n'},
    want: [
      {at: 'prod.yaml:2', message: /^the value auth\.password is not valid: '\*\*\*' does not match pattern '\*\*\*'$/},
    ],
  },
  {
    name: 'values for a subchart that are no mapping are an error at their line',
    source: ONE,
    files: {'prod.yaml': 'replicas: 1\ndb: 5\n'},
    want: [{at: 'prod.yaml:2', message: /^the value db is not valid: it must be a mapping/}],
  },
  {
    name: 'an error in a template of a subchart names the line of the value',
    source: ONE,
    files: {'prod.yaml': 'replicas: 1\ndb:\n  broken: text\n'},
    want: [{at: '', message: /can't evaluate field deeper .*\(the value db\.broken is set in \S*prod\.yaml:3\)$/s}],
  },
  {
    name: 'a list in a values file is an error at its line',
    source: ONE,
    files: {'prod.yaml': '# values\n- a\n'},
    want: [{at: 'prod.yaml:2', message: /prod\.yaml must be one mapping of values$/}],
  },
  {
    name: 'a missing values file is an error that names the notation for optional files',
    source: {valuesFiles: ['none.yaml']},
    want: [{at: 'stack.yaml', message: /none\.yaml: no such file/, hint: /end its name in `valuesFiles` with `\?`/}],
  },
  {
    name: 'a values file outside of the project is refused',
    source: {valuesFiles: ['../outside.yaml']},
    files: {'../outside.yaml': 'replicas: 2\n'},
    want: [{at: 'stack.yaml', message: /`\.\.\/outside\.yaml` is outside of the project directory/}],
  },
  {
    name: 'a path that helm refuses is an error at its line',
    source: {set: {'image[0]': 1, 'a..b': 1}, values: {image: {}}},
    want: [
      {
        at: 'stack.yaml',
        message: /^`image\[0\]` in `set` is not the path of a value: a part of the path is not a list$/,
      },
      {at: 'stack.yaml', message: /^`a\.\.b` in `set` is not the path of a value: it has an empty name$/},
    ],
  },
  {
    name: 'a reference that is not valid is an error at its line',
    source: ONE,
    files: {'prod.yaml': 'auth:\n  password: ${ref:v1:Secret:x#}\n'},
    want: [{at: 'prod.yaml:2', message: /^\$\{ref:v1:Secret:x#\} is not a reference/}],
  },
  {
    name: 'a value that the chart hashes names its key',
    source: ONE,
    files: {'prod.yaml': 'auth:\n  key: ref://db/password\n'},
    want: [
      {
        at: 'prod.yaml:2',
        message: /^data\.password of v1:ConfigMap:web .*is computed from the value auth\.key/,
        hint: /add `reveal: \[auth\.key\]` beside `values`/,
      },
    ],
  },
  {
    name: 'a value that the chart only tests names its key',
    source: {values: {tested: '${ref:v1:Service:x#spec.type}'}},
    want: [
      {
        at: 'stack.yaml',
        message: /^the chart reads the value tested, but no object contains it/,
        hint: /known only after the apply/,
      },
    ],
  },
  {
    name: 'a value that is not known yet cannot be revealed',
    source: {values: {tested: '${ref:v1:Service:x#spec.type}'}, reveal: ['tested']},
    want: [{at: 'stack.yaml', message: /^`tested` contains .* whose value is not known when the chart is rendered$/}],
  },
  {
    name: 'a path to reveal that has no reference lists the values with one',
    source: {values: {auth: {password: 'ref://db/password'}}, reveal: ['auth.pasword']},
    want: [
      {
        at: 'stack.yaml',
        message: /^`reveal` names `auth\.pasword`, but no value at this path has a reference$/,
        hint: /^Values with references: auth\.password\.$/,
      },
    ],
  },
  {
    name: 'a type that a reference cannot have names the reference',
    source: {values: {replicas: '${ref:v1:ConfigMap:x#data.n}'}},
    want: [{at: 'stack.yaml', message: /^the value replicas is not valid: got string, want integer$/, hint: /as text/}],
  },
];

describe.each(['helm', 'helm4'] as const)('problems with values, found by %s', (tool) => {
  beforeAllBuild('helm', 'helm4');

  it.each(CASES)('$name', async ({source = {}, files = {}, want}) => {
    const stack = await makeStack({
      files: {
        'stack.yaml': {name: 'shop', namespace: 'shop', sources: [{helm: {path: 'chart', ...source}}]},
        ...CHART,
        ...files,
      },
    });
    const path = await helmPath(tool);
    const {document, code} = await stack.json<{error: {diagnostics: readonly Diagnostic[]}}>(['build'], {
      env: {PATH: path},
    });
    expect(code).toBe(3);
    const found = document.error.diagnostics
      .filter(isError)
      .map(({at, message, hint}) => ({at, message, ...(hint ? {hint} : {})}));
    expect(found, JSON.stringify(found)).toHaveLength(want.length);
    const placed = (at: Diagnostic['at']): string => `${at?.file.split('/').at(-1) ?? ''}:${at?.line ?? ''}`;
    for (const one of want) {
      const match = found.find(({message}) => one.message.test(message));
      expect(match, `${one.message} in ${JSON.stringify(found, null, 1)}`).toBeDefined();
      expect(placed(match?.at)).toContain(one.at);
      if (one.hint !== undefined) expect(match?.hint).toMatch(one.hint);
      expect(match?.message).not.toMatch(/gT[12]\w{21}/);
    }
  });
});
