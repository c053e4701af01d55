import {describe, expect, it} from 'vitest';
import {parseWorkspaceText} from '../../../src/config/workspace-file.ts';
import {GantryError} from '../../../src/core/failure/failure.ts';

/** `at` is line:column of what is wrong. */
type Row = {
  readonly rule: string;
  readonly text: string;
  readonly at: string;
  readonly says: string;
  readonly hint?: string;
};

const module = (text: string): string => `modules:\n  m:\n    configs:\n${text}`;
const store = (text: string): string => `secretStore:\n  provider:\n    ${text}\n`;
const context = (text: string): string => `context:\n  ${text}\n`;

const KUSION: readonly Row[] = [
  {rule: 'a module has a name', text: 'modules:\n  "": {path: a}\n', at: '2:7', says: 'a module has a name'},
  {rule: 'a path is not empty', text: 'modules:\n  m: {path: ""}\n', at: '2:13', says: '`modules.m.path` is empty'},
  {
    rule: 'a version is not empty',
    text: 'modules:\n  m: {path: a, version: ""}\n',
    at: '2:25',
    says: '`modules.m.version` is empty',
  },
  {
    rule: 'what is fetched has a version',
    text: 'modules:\n  m: {path: oci://x}\n',
    at: '2:13',
    says: 'a `version` must say which one',
  },
  {rule: 'a version is one of a path', text: 'modules:\n  m: {version: 1.0.0}\n', at: '2:16', says: 'no `path` to it'},
  {
    rule: 'default is for all',
    text: module('      default: {projectSelector: [a]}\n'),
    at: '4:34',
    says: '`default` is for all projects',
  },
  {
    rule: 'a patcher names projects',
    text: module('      small: {replicas: 1}\n'),
    at: '4:14',
    says: '`small` is for no project',
  },
  {
    rule: 'a patcher names at least one',
    text: module('      small: {replicas: 1, projectSelector: []}\n'),
    at: '4:14',
    says: 'projectSelector names none',
  },
  {
    rule: 'a selector is spelt right',
    text: module('      small:\n        replicas: 1\n        projectSelektor: [a]\n'),
    at: '6:26',
    says: 'projectSelector names none',
    hint: 'Did you mean `projectSelector`?',
  },
  {
    rule: 'a selector is a list',
    text: module('      small: {replicas: 1, projectSelector: a}\n'),
    at: '4:45',
    says: 'projectSelector is a list',
  },
  {
    rule: 'of names',
    text: module('      small: {replicas: 1, projectSelector: [1]}\n'),
    at: '4:46',
    says: 'a project is named by a text',
  },
  {
    rule: 'that are not empty',
    text: module('      small: {replicas: 1, projectSelector: [""]}\n'),
    at: '4:46',
    says: 'a project has a name',
  },
  {
    rule: 'each once',
    text: module('      small: {replicas: 1, projectSelector: [a, a]}\n'),
    at: '4:49',
    says: 'a stands here twice',
  },
  {
    rule: 'and in one patcher only',
    text: module('      small: {replicas: 1, projectSelector: [a]}\n      big: {replicas: 2, projectSelector: [a]}\n'),
    at: '5:44',
    says: 'a is chosen by `small` already',
  },
  {
    rule: 'a patcher changes something',
    text: module('      small: {projectSelector: [a]}\n'),
    at: '4:14',
    says: '`small` changes nothing',
  },
  {
    rule: 'a patcher has a name',
    text: module('      "": {x: 1, projectSelector: [a]}\n'),
    at: '4:11',
    says: 'has a name',
  },
  {
    rule: 'a configuration is a mapping',
    text: module('      default: 5\n'),
    at: '4:16',
    says: 'must be a mapping, not a number',
  },
  {rule: 'a store has a provider', text: 'secretStore: {}\n', at: '1:14', says: '`secretStore.provider` is missing'},
  {rule: 'at least one', text: 'secretStore: {provider: {}}\n', at: '1:25', says: 'exactly one provider'},
  {
    rule: 'at most one',
    text: 'secretStore: {provider: {env: {}, gcp: {project: p}}}\n',
    at: '1:25',
    says: 'exactly one provider',
  },
  {rule: 'alicloud has a region', text: store('alicloud: {}'), at: '3:15', says: 'alicloud.region` is missing'},
  {rule: 'azure has a vault', text: store('azure: {tenantId: t}'), at: '3:12', says: 'azure.vaultUrl` is missing'},
  {
    rule: 'azure is one of four clouds',
    text: store('azure: {vaultUrl: https://x, environmentType: PublicCloude}'),
    at: '3:51',
    says: 'must be one of PublicCloud, USGovernmentCloud, ChinaCloud, GermanCloud',
    hint: 'Did you mean `PublicCloud`?',
  },
  {rule: 'vault has a server', text: store('vault: {}'), at: '3:12', says: 'vault.server` is missing'},
  {
    rule: 'vault is v1 or v2',
    text: store('vault: {server: https://v, version: v3}'),
    at: '3:41',
    says: 'must be one of v1, v2',
  },
];

const OURS: readonly Row[] = [
  {
    rule: 'a field is known',
    text: 'contxt: {}\n',
    at: '1:1',
    says: 'there is no field `contxt`',
    hint: 'Did you mean `context`?',
  },
  {rule: 'a name can be a key', text: 'name: a/b\n', at: '1:7', says: 'a name has up to 100 letters'},
  {
    rule: 'a label can be selected by',
    text: 'labels: {a b: c}\n',
    at: '1:15',
    says: '`a b` cannot be the name of a label',
  },
  {
    rule: 'suspended is true or false',
    text: 'suspended: perhaps\n',
    at: '1:12',
    says: '`suspended` must be true or false, not a text',
  },
  {
    rule: 'what is not built is refused by name',
    text: 'policy: [a]\n',
    at: '1:1',
    says: '`policy` rules are not supported',
  },
  {
    rule: 'a field of a module is known',
    text: 'modules:\n  m: {paht: x}\n',
    at: '2:7',
    says: 'there is no field `paht`',
    hint: 'Did you mean `path`?',
  },
  {
    rule: 'a provider is known',
    text: store('awz: {}'),
    at: '3:5',
    says: 'there is no field `awz`',
    hint: 'Did you mean `aws`?',
  },
  {
    rule: 'a field of a provider is known',
    text: store('aws: {regoin: a}'),
    at: '3:11',
    says: 'there is no field `regoin`',
    hint: 'Did you mean `region`?',
  },
  {
    rule: 'secrets are not sent in clear',
    text: store('vault: {server: "http://vault:8200"}'),
    at: '3:21',
    says: 'vault.server` is http',
  },
  {
    rule: 'a token is a reference',
    text: store('vault: {server: https://v, auth: {token: canary}}'),
    at: '3:46',
    says: 'must be a reference to a secret',
  },
  {
    rule: 'one way to log in',
    text: store('vault: {server: https://v, auth: {}}'),
    at: '3:38',
    says: 'exactly one login method',
  },
  {
    rule: 'a program has a name',
    text: store('exec: {command: []}'),
    at: '3:21',
    says: 'exec.command` is an empty list',
  },
  {
    rule: 'a store is called by a name',
    text: 'secretStores:\n  "a b": {provider: {env: {}}}\n',
    at: '2:3',
    says: '`a b`: a name has',
  },
  {
    rule: 'default is taken',
    text: 'secretStores:\n  default: {provider: {env: {}}}\n',
    at: '2:12',
    says: 'by which `secretStore` itself is called',
  },
  {
    rule: 'a key of the cluster is known',
    text: context('kubeconfig_pth: canary'),
    at: '2:3',
    says: 'there is no key `kubeconfig_pth`',
    hint: 'Did you mean `kubeconfig_path`?',
  },
  {
    rule: 'a key in the plural is a near miss',
    text: context('kubeconfig_contents: canary'),
    at: '2:3',
    says: 'there is no key `kubeconfig_contents`',
    hint: 'Did you mean `kubeconfig_content`?',
  },
  {
    rule: 'a key with one more underscore is a near miss',
    text: context('kube_config_path: canary'),
    at: '2:3',
    says: 'there is no key `kube_config_path`',
    hint: 'Did you mean `kubeconfig_path`?',
  },
  {
    rule: 'a key that means a kubeconfig is known',
    text: context('kubeconfig_in_base64: canary'),
    at: '2:3',
    says: 'there is no key `kubeconfig_in_base64`',
    hint: 'Keys for the cluster are: kubeconfig_content, kubeconfig_path, kubeconfig_secret, cluster, kube_context.',
  },
  {
    rule: 'a key of a provider is spelt right',
    text: context('AWS_ACESS_KEY_ID: canary'),
    at: '2:3',
    says: 'there is no key',
    hint: 'Did you mean `AWS_ACCESS_KEY_ID`?',
  },
  {rule: 'a path is a text', text: context('kubeconfig_path: 5'), at: '2:20', says: '`kubeconfig_path` must be a text'},
  {rule: 'a path is not empty', text: context('kubeconfig_path: ""'), at: '2:20', says: '`kubeconfig_path` is empty'},
  {
    rule: 'a kubeconfig is not fetched in clear',
    text: context('kubeconfig_path: http://x/canary'),
    at: '2:20',
    says: 'is http',
  },
  {
    rule: 'a bucket has an object',
    text: context('kubeconfig_path: s3://bucket'),
    at: '2:20',
    says: 'does not name an object',
  },
  {
    rule: 'only some servers are asked',
    text: context('kubeconfig_path: ftp://h/x'),
    at: '2:20',
    says: 'begins with ftp://',
  },
  {
    rule: 'a login is for https',
    text: context('kubeconfig_path:\n    url: s3://bucket/x\n    bearer: ref://a'),
    at: '4:13',
    says: 'kubeconfig_path.bearer` does not belong to s3:// addresses',
  },
  {
    rule: 'a field of an address is known',
    text: context('kubeconfig_path:\n    url: https://h/x\n    berer: ref://a'),
    at: '4:5',
    says: 'there is no field `berer`',
    hint: 'Did you mean `bearer`?',
  },
  {
    rule: 'a Secret is named',
    text: context('kubeconfig_secret:\n    namespace: tenants\n    workspace: w'),
    at: '2:3',
    says: 'kubeconfig_secret.name` is missing',
  },
  {
    rule: 'a field of a Secret is known',
    text: context('kubeconfig_secret:\n    name: a\n    namespace: tenants\n    workspace: w\n    kye: value'),
    at: '6:5',
    says: 'there is no field `kye`',
    hint: 'Did you mean `key`?',
  },
  {
    rule: 'a key is written once',
    text: context('KUBECONFIG_PATH: a\n  kubeconfig_path: b'),
    at: '2:3',
    says: 'are the same key',
  },
  {
    rule: 'an identity has an issuer',
    text: 'identity:\n  oidc: {clientId: a}\n',
    at: '2:9',
    says: 'oidc.issuer` is missing',
  },
  {
    rule: 'its secret is a reference',
    text: 'identity:\n  oidc: {issuer: https://i, clientId: a, clientSecret: canary}\n',
    at: '2:56',
    says: 'must be a reference',
  },
  {
    rule: 'programs are a list of names, or all',
    text: 'trust: {programs: aws}\n',
    at: '1:19',
    says: '`trust.programs` must be a list of names (`[aws]`), or `all`',
  },
  {
    rule: 'trust is spelt right',
    text: 'trust: {program: all}\n',
    at: '1:9',
    says: 'there is no field',
    hint: 'Did you mean `programs`?',
  },
  {rule: 'a variable has a name', text: 'env: {"A B": x}\n', at: '1:7', says: 'a variable has letters, digits'},
  {
    rule: 'a variable is a text',
    text: 'env: {A: 5}\n',
    at: '1:10',
    says: 'must be a text, not a number',
    hint: 'Write "5" with quotes.',
  },
  {rule: 'a variable steers no program', text: 'env: {PATH: x}\n', at: '1:13', says: 'decides which programs'},
  ...[
    'LD_PRELOAD',
    'NODE_OPTIONS',
    'PATH',
    'GANTRY_BACKEND',
    'GANTRY_ALLOW_KEYS',
    'CLOUDSDK_PYTHON',
    'GIT_CONFIG_COUNT',
    'BROWSER',
    'KUBE_EDITOR',
    'XDG_CONFIG_HOME',
    'MAKEFILES',
    'GIT_PAGER',
    'MANPAGER',
    'HELM_PLUGINS',
    'TF_CLI_CONFIG_FILE',
    'SUDO_ASKPASS',
    'SYSTEMD_EDITOR',
    'ZDOTDIR',
  ].map((key) => ({
    rule: `a key of the context that becomes a variable steers no program: ${key}`,
    text: `context: {${key}: x}\n`,
    at: '1:10',
    says: 'decides which programs',
  })),
];

describe('a rule of workspace files that is broken is told at its place', () => {
  it.each([...KUSION.map((row) => ({of: 'Kusion', ...row})), ...OURS.map((row) => ({of: 'Gantry', ...row}))])(
    '$of: $rule',
    ({text, at, says, hint}) => {
      const told = problemsOf(text);
      const found = told.find(({message}) => message.includes(says));
      expect(told.map(({message}) => message).join('\n')).toContain(says);
      expect(`${found?.at?.line}:${found?.at?.column}`).toBe(at);
      expect(found?.hint).toBe(hint ?? found?.hint);
      expect(JSON.stringify(told.map(({message, hint: more}) => [message, more]))).not.toContain('canary');
    },
  );

  it('all at once', () => {
    const text = `${OURS[0]?.text}${module('      small: {replicas: 1}\n')}`;
    expect(problemsOf(text)).toHaveLength(2);
  });

  it.each([
    {
      name: 'a module without path and version: it is built in',
      text: 'modules: {service: {configs: {default: {replicas: 1}}}}\n',
    },
    {name: 'a module in a directory: it has no version', text: 'modules: {service: {path: ../service}}\n'},
    {name: 'a store in a region that the environment names', text: store('aws: {}')},
    ...['kube_version: "1.34"', 'kube_proxy_mode: ipvs', 'KUBE_DOMAIN: cluster.local', 'kubernetes_version: v1.34'].map(
      (line) => ({
        name: `a free key of the context that begins with kube (${line})`,
        text: context(line),
      }),
    ),
    {
      name: 'patchers of different projects',
      text: module(
        '      default: {replicas: 1}\n      a: {replicas: 2, projectSelector: [a]}\n      b: {replicas: 3, projectSelector: [b]}\n',
      ),
    },
  ])('but not $name', ({text}) => expect(parseWorkspaceText(text, 'prod.yaml').workspace.name).toBe('prod'));
});

function problemsOf(text: string) {
  try {
    parseWorkspaceText(text, 'prod.yaml');
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid') return error.failure.diagnostics;
    throw error;
  }
  throw new Error('nothing is wrong with it');
}
