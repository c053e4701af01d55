import {posix} from 'node:path';
import {describe, expect, it} from 'vitest';
import {PLACE_KINDS, readRemote} from '../../../../src/config/kubeconfig-places.ts';
import type {Origin} from '../../../../src/core/diagnostic/origin.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {specContext, workspaceContext} from '../../../../src/core/workspace/context-map.ts';
import {resolveKubeconfig} from '../../../../src/core/workspace/resolve-kubeconfig.ts';

const origin: Origin = {
  file: 'workspaces/prod.yaml',
  position: (path) => ({file: 'workspaces/prod.yaml', line: 3, column: 1, endColumn: 2, text: path.join('.')}),
};

type Given = {
  readonly context?: JsonObject;
  readonly spec?: JsonObject;
  readonly env?: Readonly<Record<string, string>>;
  readonly extensions?: readonly {readonly id: string; readonly value: Json}[];
  readonly homeConfig?: string;
  readonly inCluster?: boolean;
};

type Level = {
  readonly level: string;
  /** Levels of one rank are two ways to write one key: they cannot meet. */
  readonly rank: number;
  readonly set: Given;
  /** Set, and of no use; absent where whether it can be used shows only when its file is opened. */
  readonly broken?: Given;
  readonly field: string;
  /** What the value is opened as. */
  readonly kind: string;
  readonly name: string;
};

const content = (value: Json, key = 'kubeconfig_content'): Given => ({context: {[key]: value}});
const path = (value: Json, key = 'kubeconfig_path'): Given => ({context: {[key]: value}});
const SECRET = {name: 's', namespace: 'n', workspace: 'management'};
const SHARED = {shared: 'v1:Secret:tenants:prod', path: 'data.value', workspace: 'management'};

const inContext = (key: string) => ({field: `context.${key}`, name: key});

/** Every way to say which kubeconfig is used, highest first. */
const LEVELS: readonly Level[] = [
  {
    level: 'content in plain text',
    rank: 0,
    set: content('kind: Config'),
    broken: content('  '),
    kind: 'content',
    ...inContext('kubeconfig_content'),
  },
  {
    level: 'content as a reference',
    rank: 0,
    set: content('ref://clusters/prod'),
    broken: content('ref://clusters//prod'),
    kind: 'reference',
    ...inContext('kubeconfig_content'),
  },
  {
    level: "content in Kusion's spelling",
    rank: 0,
    set: content('kind: Config', 'KUBECONFIG_CONTENT'),
    broken: content(null, 'KUBECONFIG_CONTENT'),
    kind: 'content',
    ...inContext('KUBECONFIG_CONTENT'),
  },
  {
    level: 'a path',
    rank: 1,
    set: path('./k'),
    broken: path('$UNSET/k'),
    kind: 'files',
    ...inContext('kubeconfig_path'),
  },
  {
    level: 'an https address',
    rank: 1,
    set: path('https://git.example/k'),
    broken: path('http://git.example/k'),
    kind: 'url',
    ...inContext('kubeconfig_path'),
  },
  {
    level: 'an https address with a login',
    rank: 1,
    set: path({url: 'https://git.example/k', bearer: 'ref://git/token'}),
    broken: path({url: 'https://git.example/k', bearer: 'plain'}),
    kind: 'url',
    ...inContext('kubeconfig_path'),
  },
  {
    level: 'an s3 address',
    rank: 1,
    set: path('s3://clusters/prod.yaml?region=eu-west-1'),
    broken: path('s3://clusters'),
    kind: 's3',
    ...inContext('kubeconfig_path'),
  },
  {
    level: "a path in Kusion's spelling",
    rank: 1,
    set: path('/k', 'KUBECONFIG_PATH'),
    broken: path(7, 'KUBECONFIG_PATH'),
    kind: 'files',
    ...inContext('KUBECONFIG_PATH'),
  },
  {
    level: 'a shared resource',
    rank: 0,
    set: {context: {kubeconfig_content: SHARED}},
    broken: {context: {kubeconfig_content: {...SHARED, workspace: ''}}},
    kind: 'shared',
    ...inContext('kubeconfig_content'),
  },
  {
    level: 'a Secret',
    rank: 2,
    set: {context: {kubeconfig_secret: SECRET}},
    broken: {context: {kubeconfig_secret: {...SECRET, workspace: ''}}},
    kind: 'secret',
    ...inContext('kubeconfig_secret'),
  },
  {
    level: 'a sandbox',
    rank: 3,
    set: {context: {cluster: 'sandbox'}},
    broken: {context: {cluster: 'sandbx'}},
    kind: 'sandbox',
    ...inContext('cluster'),
  },
  {
    level: 'one of several sandboxes',
    rank: 3,
    set: {context: {cluster: 'sandbox/demo'}},
    broken: {context: {cluster: 'sandbox/'}},
    kind: 'sandbox',
    ...inContext('cluster'),
  },
  {
    level: 'the context of a spec file',
    rank: 4,
    set: {spec: {KUBECONFIG_PATH: '/spec'}},
    broken: {spec: {KUBECONFIG_PATH: ' '}},
    kind: 'files',
    ...inContext('KUBECONFIG_PATH'),
  },
  {
    level: 'KUBECONFIG',
    rank: 5,
    set: {env: {KUBECONFIG: '/env'}},
    kind: 'files',
    field: 'KUBECONFIG',
    name: 'KUBECONFIG',
  },
  {
    level: 'the extension of a resource',
    rank: 6,
    set: {extensions: [{id: 'v1:A:a', value: '/ext'}]},
    broken: {extensions: [{id: 'v1:A:a', value: ''}]},
    kind: 'files',
    field: 'extensions.kubeConfig of v1:A:a',
    name: 'extensions.kubeConfig',
  },
  {
    level: '~/.kube/config',
    rank: 7,
    set: {homeConfig: '/home/me/.kube/config'},
    kind: 'files',
    field: '~/.kube/config',
    name: '~/.kube/config',
  },
  {level: 'in-cluster', rank: 8, set: {inCluster: true}, kind: 'in-cluster', field: 'in-cluster', name: 'in-cluster'},
];

const PAIRS = LEVELS.flatMap((higher) =>
  LEVELS.filter((lower) => lower.rank > higher.rank).map((lower) => ({higher, lower})),
);

const together = (one: Given, other: Given): Given => ({
  ...one,
  ...other,
  ...(one.context === undefined && other.context === undefined ? {} : {context: {...one.context, ...other.context}}),
});

const fromOf = (kind: string) => (PLACE_KINDS.includes(kind) ? {kind: 'remote', place: {kind}} : {kind});

function decide({context = {}, spec, env = {}, extensions = [], homeConfig, inCluster = false}: Given) {
  return resolveKubeconfig({
    contexts: [workspaceContext(context, origin), ...(spec === undefined ? [] : [specContext(spec)])],
    env,
    extensions,
    ...(homeConfig === undefined ? {} : {homeConfig}),
    inCluster,
    home: '/home/me',
    remote: readRemote,
    delimiter: ':',
    absolute: (file, base) => posix.resolve({workspace: '/p/workspaces', stack: '/p/stack', cwd: '/here'}[base], file),
  });
}

describe('every pair of levels', () => {
  it('each pair of levels has one test', () => {
    // Of seventeen ways to say it, four, five and two are ways to write one key.
    expect(PAIRS).toHaveLength((17 * 16) / 2 - 6 - 10 - 1);
  });

  it.each(
    PAIRS.map(({higher, lower}) => ({
      name: `${higher.level} wins over ${lower.level}, which is listed`,
      higher,
      lower,
    })),
  )('$name', ({higher, lower}) => {
    const decision = decide(together(lower.set, higher.set));
    expect(decision).toMatchObject({kind: 'chosen', field: higher.field, from: fromOf(higher.kind)});
    expect(decision.value?.shadowed.map(({name}) => name)).toEqual([lower.name]);
  });

  it.each(
    PAIRS.filter(({higher}) => higher.broken !== undefined).map(({higher, lower}) => ({
      name: `${higher.level}, set but broken, does not lead to ${lower.level}`,
      higher,
      lower,
    })),
  )('$name', ({higher, lower}) => {
    const decision = decide(together(lower.set, higher.broken ?? {}));
    expect(decision).toMatchObject({kind: 'broken', field: higher.field, problem: expect.stringMatching(/\S/)});
    // What is not used is still said: whoever mends it sees what it stands before.
    expect(decision.value?.shadowed.map(({name}) => name)).toEqual([lower.name]);
  });

  it.each(
    PAIRS.filter(({lower}) => lower.broken !== undefined).map(({higher, lower}) => ({
      name: `${higher.level} wins over a broken ${lower.level}, which is not read`,
      higher,
      lower,
    })),
  )('$name', ({higher, lower}) => {
    expect(decide(together(lower.broken ?? {}, higher.set))).toMatchObject({kind: 'chosen', field: higher.field});
  });
});

describe('a remote kubeconfig in messages', () => {
  it.each([
    {name: 'a reference as it is', context: {kubeconfig_content: 'ref://clusters/prod'}, shown: 'ref://clusters/prod'},
    {
      name: 'an address without the signature that opens it',
      context: {
        kubeconfig_path: 'https://s3.example/k?X-Amz-Signature=canary&X-Amz-Date=1&token=canary#access_token=canary',
      },
      shown: 'https://s3.example/k?X-Amz-Signature=***&X-Amz-Date=1&token=***#access_token=***',
    },
    {
      name: 'an address without a password',
      context: {kubeconfig_path: 'https://me:canary@git.example/k'},
      shown: '***',
    },
    {
      name: 'an address without a token',
      context: {kubeconfig_path: 'https://canary@git.example/k'},
      shown: 'https://***@git.example/k',
    },
    {
      name: 'a mapping with its references',
      context: {kubeconfig_path: {url: 'https://x/k?sig=canary', bearer: 'ref://git/token'}},
      shown: '{"url":"https://x/k?sig=***","bearer":"ref://git/token"}',
    },
  ])('$name', ({context, shown}) => {
    const decision = decide({context});
    expect(decision.value?.value).toBe(shown);
    const said = {...decision, from: undefined};
    expect(JSON.stringify(said)).not.toContain('canary');
  });
});
