import {posix} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readRemote} from '../../../../src/config/kubeconfig-places.ts';
import type {Origin} from '../../../../src/core/diagnostic/origin.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {specContext, workspaceContext} from '../../../../src/core/workspace/context-map.ts';
import type {KubeconfigInputs} from '../../../../src/core/workspace/kubeconfig-candidates.ts';
import {resolveKubeconfig} from '../../../../src/core/workspace/resolve-kubeconfig.ts';

const origin: Origin = {
  file: 'workspaces/prod.yaml',
  position: (path) => ({file: 'workspaces/prod.yaml', line: 3, column: 1, endColumn: 2, text: path.join('.')}),
};

type Given = {
  readonly context?: JsonObject;
  readonly spec?: JsonObject;
  readonly env?: Record<string, string>;
  readonly extensions?: readonly {readonly id: string; readonly value: Json}[];
  readonly homeConfig?: string;
  readonly inCluster?: boolean;
  readonly stored?: boolean;
};

const inputs = ({
  context = {},
  spec,
  env = {},
  extensions = [],
  inCluster = false,
  stored,
  homeConfig,
}: Given): KubeconfigInputs => ({
  contexts: [workspaceContext(context, origin), ...(spec === undefined ? [] : [specContext(spec)])],
  env,
  extensions,
  ...(homeConfig === undefined ? {} : {homeConfig}),
  inCluster,
  home: '/home/me',
  remote: readRemote,
  delimiter: ':',
  absolute: (path, base) => {
    if (base === 'workspace' && stored === true) return posix.isAbsolute(path) ? path : undefined;
    return posix.resolve({workspace: '/p/workspaces', stack: '/p/stack', cwd: '/here'}[base], path);
  },
});

const decide = (given: Given) => resolveKubeconfig(inputs(given));

/** Every level, highest first: how it is set, how it is broken, and what it is called. */
const LEVELS = [
  {
    level: 'kubeconfig_content',
    set: {context: {kubeconfig_content: 'kind: Config'}},
    broken: {context: {kubeconfig_content: ''}},
    field: 'context.kubeconfig_content',
  },
  {
    level: 'kubeconfig_path',
    set: {context: {kubeconfig_path: './k'}},
    broken: {context: {kubeconfig_path: '$UNSET/k'}},
    field: 'context.kubeconfig_path',
  },
  {
    level: 'the context of a spec file',
    set: {spec: {KUBECONFIG_PATH: '/spec'}},
    broken: {spec: {KUBECONFIG_PATH: '   '}},
    field: 'context.KUBECONFIG_PATH',
  },
  {level: 'KUBECONFIG', set: {env: {KUBECONFIG: '/env'}}, broken: undefined, field: 'KUBECONFIG'},
  {
    level: 'the extension',
    set: {extensions: [{id: 'v1:A:a', value: '/ext'}]},
    broken: {extensions: [{id: 'v1:A:a', value: ''}]},
    field: 'extensions.kubeConfig of v1:A:a',
  },
  {level: '~/.kube/config', set: {homeConfig: '/home/me/.kube/config'}, broken: undefined, field: '~/.kube/config'},
  {level: 'in-cluster', set: {inCluster: true}, broken: undefined, field: 'in-cluster'},
] as const;

const merged = (parts: readonly Given[]): Given =>
  parts.reduce((all, part) => ({...all, ...part, context: {...all.context, ...part.context}}), {});

describe('priority', () => {
  it.each(LEVELS)('$level is used when nothing higher is set', ({set, field}) => {
    expect(decide(set)).toMatchObject({kind: 'chosen', field, value: {shadowed: []}});
  });

  it.each(LEVELS.map((level, index) => ({...level, lower: LEVELS.slice(index + 1)})))(
    '$level wins over all lower levels and names them',
    ({set, field, lower}) => {
      const decision = decide(merged([...lower.map((level) => level.set as Given), set]));
      expect(decision).toMatchObject({kind: 'chosen', field});
      expect(decision.value?.shadowed).toHaveLength(lower.length);
    },
  );

  it.each(
    LEVELS.flatMap((level, index) => (level.broken === undefined ? [] : [{...level, lower: LEVELS.slice(index + 1)}])),
  )('$level, set but broken, is an error: nothing lower is used', ({broken, field, lower}) => {
    const decision = decide(merged([...lower.map((level) => level.set as Given), broken]));
    expect(decision).toMatchObject({kind: 'broken', field});
  });

  it('shadows nothing by naming the very file that would be used without it', () => {
    const decision = decide({context: {kubeconfig_path: '/home/me/.kube/config'}, homeConfig: '/home/me/.kube/config'});
    expect(decision).toMatchObject({kind: 'chosen', field: 'context.kubeconfig_path', value: {shadowed: []}});
  });

  it('a workspace without a kubeconfig at any level is an error', () => {
    expect(decide({})).toMatchObject({
      kind: 'broken',
      field: 'kubeconfig',
      problem: expect.stringContaining('KUBECONFIG is not set'),
    });
  });

  it('a broken level below the winner is not read', () => {
    expect(decide({context: {kubeconfig_path: '/good'}, extensions: [{id: 'a', value: 1}]})).toMatchObject({
      kind: 'chosen',
    });
  });
});

describe('a field of the context', () => {
  it.each([
    {name: 'is refused when empty', context: {kubeconfig_path: ''}, problem: 'it is set, but empty'},
    {name: 'is refused when it is only spaces', context: {kubeconfig_content: '  \n'}, problem: 'it is set, but empty'},
    {name: 'is refused when it is null', context: {kubeconfig_path: null}, problem: 'it is set, but empty'},
    {
      name: 'is refused when it is a map',
      context: {kubeconfig_content: {kind: 'Config'}},
      problem: 'it must be a string, not a map',
    },
    {
      name: 'is refused when it is a list',
      context: {kubeconfig_path: ['a']},
      problem: 'it must be a string, not a list',
    },
    {
      name: 'is refused when it is a reference that leads nowhere',
      context: {kubeconfig_content: 'ref://a//b'},
      problem: 'the reference has an empty segment between slashes',
    },
    {
      name: 'is refused when it is a reference in braces',
      context: {kubeconfig_content: '${ref://a/b}'},
      problem: 'a reference must be the whole value: write it without ${ and }',
    },
    {
      name: 'is refused when it is a reference where a path belongs',
      context: {kubeconfig_path: 'ref://a/b'},
      problem: 'it is a reference to a secret: use kubeconfig_content for it',
    },
    {
      name: 'is refused when its variable is unset',
      context: {kubeconfig_path: '${NOPE}/k'},
      problem: '${NOPE} in ${NOPE}/k: the environment variable NOPE is not set',
    },
    {
      name: 'is refused when it names a cluster that there is not',
      context: {cluster: 'kind'},
      problem: 'unknown cluster kind: use `sandbox` or `sandbox/NAME`, or set a kubeconfig for a real cluster',
    },
    {
      name: 'is refused when the name of its sandbox would be another directory',
      context: {cluster: 'sandbox/..'},
      problem:
        ".. is not a valid sandbox name: use at most 63 lowercase letters, digits and '-', without '-' at the ends",
    },
    {
      name: 'is refused when it chooses a context of a kubeconfig where there is none',
      context: {cluster: 'sandbox', kube_context: 'admin'},
      problem: 'the context admin cannot be used with a sandbox, which has no kubeconfig',
    },
    {
      name: 'is refused in both spellings',
      context: {kubeconfig_path: '/a', KUBECONFIG_PATH: '/a'},
      problem: 'KUBECONFIG_PATH is the same key in another spelling: remove one of them',
    },
  ] as const)('$name', ({context, problem}) => {
    expect(decide({context, env: {KUBECONFIG: '/env'}, homeConfig: '/h'})).toMatchObject({kind: 'broken', problem});
  });

  it.each([
    {name: 'an absolute path', written: '/etc/k', path: '/etc/k'},
    {name: 'a path relative to the workspace file', written: '../k', path: '/p/k'},
    {name: 'a path below the home', written: '~/.kube/prod', path: '/home/me/.kube/prod'},
    {name: 'a path with a variable', written: '$DIR/k', path: '/data/k'},
    {name: 'a path with a variable in braces', written: '${DIR}x/k', path: '/datax/k'},
  ])('a field of the context may be $name, in both spellings', ({written, path}) => {
    for (const key of ['kubeconfig_path', 'KUBECONFIG_PATH']) {
      expect(decide({context: {[key]: written}, env: {DIR: '/data'}})).toMatchObject({
        field: `context.${key}`,
        from: {kind: 'files', paths: [path], mayMiss: false},
      });
    }
  });

  it('a field of the context cannot be a relative path in a workspace of the backend', () => {
    expect(decide({context: {kubeconfig_path: 'k'}, stored: true})).toMatchObject({
      kind: 'broken',
      problem: expect.stringContaining('absolute path'),
    });
    expect(decide({context: {kubeconfig_path: '~/k'}, stored: true})).toMatchObject({kind: 'chosen'});
  });

  it('a field of the context reports file and line, but never the content', () => {
    const decision = decide({context: {KUBECONFIG_CONTENT: 'token: canary'}});
    expect(decision.value).toEqual({
      name: 'kubeconfig',
      value: '***',
      source: {kind: 'context', file: 'workspaces/prod.yaml', line: 3, key: 'KUBECONFIG_CONTENT'},
      shadowed: [],
    });
  });
});

describe('KUBECONFIG', () => {
  it.each([
    {value: '', want: undefined},
    {value: ':', want: undefined},
    {value: '/a', want: ['/a']},
    {value: '/a::b:/a', want: ['/a', '/here/b']},
    {value: '~/k', want: ['/here/~/k']},
  ])('KUBECONFIG is read as a list like in kubectl: "$value"', ({value, want}) => {
    const decision = decide({env: {KUBECONFIG: value}});
    expect(decision.kind === 'chosen' && decision.from).toEqual(
      want === undefined ? false : {kind: 'files', paths: want, mayMiss: true},
    );
  });
});

describe('the extension of resources', () => {
  it('the extension of resources may name one file in several spellings', () => {
    const extensions = [
      {id: 'a', value: './k'},
      {id: 'b', value: '/p/stack/k'},
    ];
    expect(decide({extensions})).toMatchObject({kind: 'chosen', from: {paths: ['/p/stack/k']}});
  });

  it('the extension of resources is an error that names two resources when they differ', () => {
    const extensions = [
      {id: 'v1:A:a', value: '/k'},
      {id: 'v1:B:b', value: '/other'},
    ];
    expect(decide({extensions, homeConfig: '/h'})).toMatchObject({
      kind: 'broken',
      problem: 'v1:A:a names /k, v1:B:b names /other: a workspace has one cluster',
    });
  });

  it('the extension of resources is an error that names the resource with an invalid value', () => {
    const extensions = [
      {id: 'a', value: '/k'},
      {id: 'b', value: {}},
    ];
    expect(decide({extensions})).toMatchObject({kind: 'broken', problem: 'the extension of b: it must be a string'});
  });
});

describe('kube_context', () => {
  it.each([
    {name: 'a path', given: {context: {kubeconfig_path: '/k', kube_context: 'c'}}},
    {name: 'KUBECONFIG', given: {context: {kube_context: 'c'}, env: {KUBECONFIG: '/k'}}},
    {name: '~/.kube/config', given: {context: {kube_context: 'c'}, homeConfig: '/h'}},
    {name: 'the context of a spec file', given: {spec: {kubeconfig_path: '/k', kube_context: 'c'}}},
  ])('kube_context selects a context in $name', ({given}) => {
    expect(decide(given)).toMatchObject({kind: 'chosen', kubeContext: {value: 'c'}});
  });

  it('kube_context of a spec file does not apply to the kubeconfig of the workspace', () => {
    const decision = decide({context: {kubeconfig_path: '/k'}, spec: {kube_context: 'c'}});
    expect(decision).toMatchObject({kind: 'chosen'});
    expect(decision.kubeContext).toBeUndefined();
  });

  it.each([
    {name: 'empty', given: {context: {kube_context: '', kubeconfig_path: '/k'}}},
    {name: 'not a text', given: {context: {kube_context: 1, kubeconfig_path: '/k'}}},
    {name: 'without a kubeconfig to select from', given: {context: {kube_context: 'c'}, inCluster: true}},
  ])('kube_context is an error when $name', ({given}) => {
    expect(decide(given)).toMatchObject({kind: 'broken', field: 'context.kube_context'});
  });
});
