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
const credentials = (text: string): string => `charts:\n  credentials:\n    ${text}\n`;
const context = (text: string): string => `context:\n  ${text}\n`;

const KUSION: readonly Row[] = [
  {
    rule: 'a module without a name is refused',
    text: 'modules:\n  "": {path: a}\n',
    at: '2:7',
    says: 'the name of a module must not be empty',
  },
  {
    rule: 'an empty path of a module is refused',
    text: 'modules:\n  m: {path: ""}\n',
    at: '2:13',
    says: '`modules.m.path` is empty',
  },
  {
    rule: 'an empty version of a module is refused',
    text: 'modules:\n  m: {path: a, version: ""}\n',
    at: '2:25',
    says: '`modules.m.version` is empty',
  },
  {
    rule: 'a fetched module without a version is refused',
    text: 'modules:\n  m: {path: oci://x}\n',
    at: '2:13',
    says: 'needs a `version`',
  },
  {
    rule: 'a version without a path is refused',
    text: 'modules:\n  m: {version: 1.0.0}\n',
    at: '2:16',
    says: 'no `path`',
  },
  {
    rule: 'a module with two places is refused',
    text: 'modules:\n  m: {path: a, npm: b, version: 1.0.0}\n',
    at: '2:21',
    says: 'module m has both `path` and `npm`: only one is allowed',
  },
  {
    rule: 'a package without a version is refused',
    text: 'modules:\n  m: {npm: "@acme/m"}\n',
    at: '2:12',
    says: 'module m is a package and needs a `version`',
  },
  {
    rule: 'a package with an address is refused',
    text: 'modules:\n  m: {npm: "https://x/m.tgz", version: 1.0.0}\n',
    at: '2:12',
    says: 'must be the name of a package: `NAME` or `@SCOPE/NAME`',
  },
  {
    rule: 'a registry without a package is refused',
    text: 'modules:\n  m: {path: a, registry: "https://npm.example"}\n',
    at: '2:26',
    says: 'module m has a `registry` but no `npm`',
  },
  {
    rule: 'a registry with a password is refused',
    text: 'modules:\n  m: {npm: m, version: 1.0.0, registry: "https://a:hunter2@npm.example"}\n',
    at: '2:41',
    says: 'contains a user or a password',
  },
  {
    rule: 'a version of a git repository is refused',
    text: 'modules:\n  m: {git: {url: "https://x/m"}, version: 1.0.0}\n',
    at: '2:43',
    says: 'module m has a `version`, but its place is a git repository',
    hint: 'Write a tag: `git: {url: URL, ref: v1.4.0}`.',
  },
  {
    rule: 'a path out of a git repository is refused',
    text: 'modules:\n  m: {git: {url: "https://x/m", path: ../a}}\n',
    at: '2:39',
    says: '`../a` is outside of the repository',
  },
  {
    rule: 'a projectSelector in `default` is refused',
    text: module('      default: {projectSelector: [a]}\n'),
    at: '4:34',
    says: '`default` is for all projects',
  },
  {
    rule: 'a configuration without a projectSelector is refused',
    text: module('      small: {replicas: 1}\n'),
    at: '4:14',
    says: '`small` applies to no project',
  },
  {
    rule: 'an empty projectSelector is refused',
    text: module('      small: {replicas: 1, projectSelector: []}\n'),
    at: '4:14',
    says: 'projectSelector is missing or empty',
  },
  {
    rule: 'a misspelt projectSelector is refused',
    text: module('      small:\n        replicas: 1\n        projectSelektor: [a]\n'),
    at: '6:26',
    says: 'projectSelector is missing or empty',
    hint: 'Did you mean `projectSelector`?',
  },
  {
    rule: 'a projectSelector that is not a list is refused',
    text: module('      small: {replicas: 1, projectSelector: a}\n'),
    at: '4:45',
    says: 'projectSelector must be a list',
  },
  {
    rule: 'a project name that is not a string is refused',
    text: module('      small: {replicas: 1, projectSelector: [1]}\n'),
    at: '4:46',
    says: 'the name of a project must be a string',
  },
  {
    rule: 'an empty project name is refused',
    text: module('      small: {replicas: 1, projectSelector: [""]}\n'),
    at: '4:46',
    says: 'the name of a project must not be empty',
  },
  {
    rule: 'a project that is listed twice is refused',
    text: module('      small: {replicas: 1, projectSelector: [a, a]}\n'),
    at: '4:49',
    says: 'a is listed twice',
  },
  {
    rule: 'a project in two configurations is refused',
    text: module('      small: {replicas: 1, projectSelector: [a]}\n      big: {replicas: 2, projectSelector: [a]}\n'),
    at: '5:44',
    says: 'a is already in the projectSelector of `small`',
  },
  {
    rule: 'a configuration without fields is refused',
    text: module('      small: {projectSelector: [a]}\n'),
    at: '4:14',
    says: '`small` has no effect',
  },
  {
    rule: 'a configuration without a name is refused',
    text: module('      "": {x: 1, projectSelector: [a]}\n'),
    at: '4:11',
    says: 'the name of a configuration must not be empty',
  },
  {
    rule: 'a configuration that is not a mapping is refused',
    text: module('      default: 5\n'),
    at: '4:16',
    says: 'must be a mapping, not a number',
  },
  {
    rule: 'a secret store without a provider is refused',
    text: 'secretStore: {}\n',
    at: '1:14',
    says: '`secretStore.provider` is missing',
  },
  {
    rule: 'a secret store with an empty provider is refused',
    text: 'secretStore: {provider: {}}\n',
    at: '1:25',
    says: 'exactly one provider',
  },
  {
    rule: 'a secret store with two providers is refused',
    text: 'secretStore: {provider: {env: {}, gcp: {project: p}}}\n',
    at: '1:25',
    says: 'exactly one provider',
  },
  {
    rule: 'alicloud without a region is refused',
    text: store('alicloud: {}'),
    at: '3:15',
    says: 'alicloud.region` is missing',
  },
  {
    rule: 'azure without a vault is refused',
    text: store('azure: {tenantId: t}'),
    at: '3:12',
    says: 'azure.vaultUrl` is missing',
  },
  {
    rule: 'an unknown azure cloud is refused',
    text: store('azure: {vaultUrl: https://x, environmentType: PublicCloude}'),
    at: '3:51',
    says: 'must be one of PublicCloud, USGovernmentCloud, ChinaCloud, GermanCloud',
    hint: 'Did you mean `PublicCloud`?',
  },
  {rule: 'vault without a server is refused', text: store('vault: {}'), at: '3:12', says: 'vault.server` is missing'},
  {
    rule: 'a vault version other than v1 and v2 is refused',
    text: store('vault: {server: https://v, version: v3}'),
    at: '3:41',
    says: 'must be one of v1, v2',
  },
];

const OURS: readonly Row[] = [
  {
    rule: 'an unknown field is refused',
    text: 'contxt: {}\n',
    at: '1:1',
    says: 'unknown field `contxt`',
    hint: 'Did you mean `context`?',
  },
  {
    rule: 'a name with a slash is refused',
    text: 'name: a/b\n',
    at: '1:7',
    says: 'a name must have at most 100 letters',
  },
  {
    rule: 'a label name with a space is refused',
    text: 'labels: {a b: c}\n',
    at: '1:15',
    says: '`a b` is not a valid name of a label',
  },
  {
    rule: 'a `suspended` that is not a boolean is refused',
    text: 'suspended: perhaps\n',
    at: '1:12',
    says: '`suspended` must be true or false, not a string',
  },
  {
    rule: 'a mutation that is a patch is refused: an expression or a program gives it',
    text: 'policy: [{name: a, mutate: {spec: {}}}]\n',
    at: '1:29',
    says: 'unknown field `spec`',
  },
  {
    rule: 'a program of a policy in another language is refused',
    text: 'policy: [{file: ./policy.py}]\n',
    at: '1:17',
    says: 'must be a TypeScript or JavaScript file',
  },
  {
    rule: 'a mutation without a name is refused',
    text: `policy: [{mutate: "{}"}]\n`,
    at: '1:10',
    says: 'a rule with `mutate` must have a `name`',
  },
  {
    rule: 'an order of checks is refused',
    text: 'policy: [{name: a, deny: "true", after: [b]}]\n',
    at: '1:41',
    says: '`after` cannot be used with `deny`',
  },
  {
    rule: 'a policy entry that asks for nothing is refused',
    text: 'policy: [{name: a}]\n',
    at: '1:10',
    says: 'must have exactly one of `podSecurity`',
  },
  {
    rule: 'a policy entry with two checks is refused',
    text: 'policy: [{podSecurity: baseline, maxDeletions: 3}]\n',
    at: '1:10',
    says: 'must have exactly one of `podSecurity`',
  },
  {
    rule: 'an unknown level of pod security is refused',
    text: 'policy: [{podSecurity: strict}]\n',
    at: '1:24',
    says: 'must be one of baseline, restricted',
  },
  {
    rule: 'a misspelt control of pod security is refused',
    text: 'policy: [{podSecurity: baseline, excludeControls: [hostPort]}]\n',
    at: '1:52',
    says: 'must be one of allowPrivilegeEscalation',
    hint: 'Did you mean `hostPorts`?',
  },
  {
    rule: 'an expression without a name is refused',
    text: 'policy: [{deny: "true"}]\n',
    at: '1:10',
    says: 'a rule with `deny` must have a `name`',
  },
  {
    rule: 'an action beside an expression is refused',
    text: 'policy: [{name: a, warn: "true", action: deny}]\n',
    at: '1:42',
    says: '`action` cannot be used with `warn`',
  },
  {
    rule: 'a waiver without a reason is refused',
    text: 'policy: [{waive: limits, resources: ["*"], expires: 2027-01-31}]\n',
    at: '1:10',
    says: 'a waiver must have `reason`',
  },
  {
    rule: 'a waiver without an end is refused',
    text: 'policy: [{waive: limits, resources: ["*"], reason: r}]\n',
    at: '1:10',
    says: 'a waiver must have `expires`, for example expires: 2027-01-31',
  },
  {
    rule: 'a waiver until a day that does not exist is refused',
    text: 'policy: [{waive: limits, resources: ["*"], reason: r, expires: 2027-02-30}]\n',
    at: '1:64',
    says: 'must be a date such as 2027-01-31',
  },
  {
    rule: 'a registry with a scheme is refused',
    text: 'policy: [{allowedRegistries: ["https://ghcr.io/acme"]}]\n',
    at: '1:31',
    says: 'must be a registry, or a path in one, without a scheme',
  },
  {
    rule: 'an organisation of Docker Hub without its registry is refused',
    text: 'policy: [{allowedRegistries: [acme]}]\n',
    at: '1:31',
    says: 'must be a registry, or a path in one',
  },
  {
    rule: 'an unknown field of a policy entry is refused',
    text: 'policy: [{name: a, dney: "true"}]\n',
    at: '1:20',
    says: 'unknown field `dney`',
    hint: 'Did you mean `deny`?',
  },
  {
    rule: 'an unknown field of a module is refused',
    text: 'modules:\n  m: {paht: x}\n',
    at: '2:7',
    says: 'unknown field `paht`',
    hint: 'Did you mean `path`?',
  },
  {
    rule: 'an unknown provider is refused',
    text: store('awz: {}'),
    at: '3:5',
    says: 'unknown field `awz`',
    hint: 'Did you mean `aws`?',
  },
  {
    rule: 'an unknown field of a provider is refused',
    text: store('aws: {regoin: a}'),
    at: '3:11',
    says: 'unknown field `regoin`',
    hint: 'Did you mean `region`?',
  },
  {
    rule: 'a secret store over http is refused',
    text: store('vault: {server: "http://vault:8200"}'),
    at: '3:21',
    says: 'vault.server` is http',
  },
  {
    rule: 'a token in plain text is refused',
    text: store('vault: {server: https://v, auth: {token: canary}}'),
    at: '3:46',
    says: 'must be a reference to a secret',
  },
  {
    rule: 'a vault without a login method is refused',
    text: store('vault: {server: https://v, auth: {}}'),
    at: '3:38',
    says: 'exactly one login method',
  },
  {
    rule: 'an empty command is refused',
    text: store('exec: {command: []}'),
    at: '3:21',
    says: 'exec.command` is an empty list',
  },
  {
    rule: 'a secret store with an invalid name is refused',
    text: 'secretStores:\n  "a b": {provider: {env: {}}}\n',
    at: '2:3',
    says: '`a b`: a name must have',
  },
  {
    rule: 'a secret store with the name default is refused',
    text: 'secretStores:\n  default: {provider: {env: {}}}\n',
    at: '2:12',
    says: 'is the name of the store in `secretStore`',
  },
  {
    rule: 'a named provider without a field is refused, because nothing is filled in',
    text: 'providers:\n  aws:\n    us: {}\n',
    at: '3:9',
    says: 'takes nothing from the environment',
  },
  {
    rule: 'an environment variable as the field of a provider is refused, without its value',
    text: 'providers:\n  aws:\n    us: {AWS_SECRET_ACCESS_KEY: canary}\n',
    at: '3:9',
    says: '`AWS_SECRET_ACCESS_KEY` is an environment variable',
  },
  {
    rule: 'a dot in the name of a provider is refused',
    text: 'providers:\n  aws:\n    us.east: {region: a}\n',
    at: '3:5',
    says: 'a name must have at most 63 letters',
  },
  {
    rule: 'a misspelt key of the cluster is refused',
    text: context('kubeconfig_pth: canary'),
    at: '2:3',
    says: 'unknown key `kubeconfig_pth`',
    hint: 'Did you mean `kubeconfig_path`?',
  },
  {
    rule: 'a key of the cluster in the plural is refused',
    text: context('kubeconfig_contents: canary'),
    at: '2:3',
    says: 'unknown key `kubeconfig_contents`',
    hint: 'Did you mean `kubeconfig_content`?',
  },
  {
    rule: 'a key of the cluster with one more underscore is refused',
    text: context('kube_config_path: canary'),
    at: '2:3',
    says: 'unknown key `kube_config_path`',
    hint: 'Did you mean `kubeconfig_path`?',
  },
  {
    rule: 'an unknown key that begins with kubeconfig is refused',
    text: context('kubeconfig_in_base64: canary'),
    at: '2:3',
    says: 'unknown key `kubeconfig_in_base64`',
    hint: 'Use one of the keys for the cluster: kubeconfig_content, kubeconfig_path, kubeconfig_secret, cluster, kube_context.',
  },
  {
    rule: 'a misspelt key of a provider is refused',
    text: context('AWS_ACESS_KEY_ID: canary'),
    at: '2:3',
    says: 'unknown key',
    hint: 'Did you mean `AWS_ACCESS_KEY_ID`?',
  },
  {
    rule: 'a kubeconfig path that is not a string is refused',
    text: context('kubeconfig_path: 5'),
    at: '2:20',
    says: '`kubeconfig_path` must be a string',
  },
  {
    rule: 'an empty kubeconfig path is refused',
    text: context('kubeconfig_path: ""'),
    at: '2:20',
    says: '`kubeconfig_path` is empty',
  },
  {
    rule: 'a kubeconfig over http is refused',
    text: context('kubeconfig_path: http://x/canary'),
    at: '2:20',
    says: 'is http',
  },
  {
    rule: 'a bucket without an object is refused',
    text: context('kubeconfig_path: s3://bucket'),
    at: '2:20',
    says: 'does not name an object',
  },
  {
    rule: 'an unsupported scheme is refused',
    text: context('kubeconfig_path: ftp://h/x'),
    at: '2:20',
    says: 'begins with ftp://',
  },
  {
    rule: 'a login for an s3 address is refused',
    text: context('kubeconfig_path:\n    url: s3://bucket/x\n    bearer: ref://a'),
    at: '4:13',
    says: 'kubeconfig_path.bearer` does not belong to s3:// addresses',
  },
  {
    rule: 'an unknown field of an address is refused',
    text: context('kubeconfig_path:\n    url: https://h/x\n    berer: ref://a'),
    at: '4:5',
    says: 'unknown field `berer`',
    hint: 'Did you mean `bearer`?',
  },
  {
    rule: 'a kubeconfig Secret without a name is refused',
    text: context('kubeconfig_secret:\n    namespace: tenants\n    workspace: w'),
    at: '2:3',
    says: 'kubeconfig_secret.name` is missing',
  },
  {
    rule: 'an unknown field of a kubeconfig Secret is refused',
    text: context('kubeconfig_secret:\n    name: a\n    namespace: tenants\n    workspace: w\n    kye: value'),
    at: '6:5',
    says: 'unknown field `kye`',
    hint: 'Did you mean `key`?',
  },
  {
    rule: 'a shared resource without a workspace is refused',
    text: context('kubeconfig_content:\n    shared: v1:Secret:a:b\n    path: data.value'),
    at: '2:3',
    says: 'kubeconfig_content.workspace` is missing',
  },
  {
    rule: 'an unknown field of a shared resource is refused',
    text: context('kubeconfig_content:\n    shared: v1:Secret:a:b\n    workspace: w\n    pth: data.value'),
    at: '5:5',
    says: 'unknown field `pth`',
    hint: 'Did you mean `path`?',
  },
  {
    rule: 'two spellings of a key are refused',
    text: context('KUBECONFIG_PATH: a\n  kubeconfig_path: b'),
    at: '2:3',
    says: 'are the same key',
  },
  {
    rule: 'an identity without an issuer is refused',
    text: 'identity:\n  oidc: {clientId: a}\n',
    at: '2:9',
    says: 'oidc.issuer` is missing',
  },
  {
    rule: 'a client secret in plain text is refused',
    text: 'identity:\n  oidc: {issuer: https://i, clientId: a, clientSecret: canary}\n',
    at: '2:56',
    says: 'must be a reference',
  },
  {
    rule: 'a password for charts in plain text is refused',
    text: credentials('https://a.example: {username: u, password: canary}'),
    at: '3:24',
    says: 'must be a reference',
  },
  {
    rule: 'credentials for charts over http are refused',
    text: credentials('http://a.example: {password: ref://a}'),
    at: '3:5',
    says: 'is http',
  },
  {
    rule: 'credentials for an address with a password are refused',
    text: credentials('https://u:canary@a.example: {password: ref://a}'),
    at: '2:3',
    says: 'contains a user or a password',
  },
  {
    rule: 'credentials for an address of no server are refused',
    text: credentials('registry.example.com: {password: ref://a}'),
    at: '3:5',
    says: 'is not an address',
  },
  {
    rule: 'credentials for an address with a query are refused',
    text: credentials('"https://a.example?x=1": {password: ref://a}'),
    at: '3:5',
    says: 'is not an address without query and fragment',
  },
  {
    rule: 'a user for charts without a password is refused',
    text: credentials('oci://a.example: {username: u}'),
    at: '3:22',
    says: 'must have `password` or `caFile`',
  },
  {
    rule: 'a token server over http is refused',
    text: credentials('oci://a.example: {password: ref://a, tokenServer: http://b.example}'),
    at: '3:22',
    says: 'is http',
  },
  {
    rule: 'a `programs` that is neither a list nor all is refused',
    text: 'trust: {programs: aws}\n',
    at: '1:19',
    says: '`trust.programs` must be a list of names (`[aws]`) or `all`',
  },
  {
    rule: 'an unknown field of trust is refused',
    text: 'trust: {program: all}\n',
    at: '1:9',
    says: 'unknown field',
    hint: 'Did you mean `programs`?',
  },
  {
    rule: 'an invalid name of a variable is refused',
    text: 'env: {"A B": x}\n',
    at: '1:7',
    says: 'a name must have only letters, digits',
  },
  {
    rule: 'a variable that is not a string is refused',
    text: 'env: {A: 5}\n',
    at: '1:10',
    says: 'must be a string, not a number',
    hint: 'Write "5" with quotes.',
  },
  {
    rule: 'a variable that controls programs is refused',
    text: 'env: {PATH: x}\n',
    at: '1:13',
    says: 'controls which programs',
  },
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
    rule: `a context key that becomes a controlling variable is refused: ${key}`,
    text: `context: {${key}: x}\n`,
    at: '1:10',
    says: 'controls which programs',
  })),
];

describe('a problem in a workspace file is reported at its position', () => {
  it.each([...KUSION.map((row) => ({of: 'Kusion', ...row})), ...OURS.map((row) => ({of: 'Gantry', ...row}))])(
    '$of: $rule',
    ({text, at, says, hint}) => {
      const problems = problemsOf(text);
      const found = problems.find(({message}) => message.includes(says));
      expect(problems.map(({message}) => message).join('\n')).toContain(says);
      expect(`${found?.at?.line}:${found?.at?.column}`).toBe(at);
      expect(found?.hint).toBe(hint ?? found?.hint);
      expect(JSON.stringify(problems.map(({message, hint: more}) => [message, more]))).not.toContain('canary');
    },
  );

  it('two problems are reported together', () => {
    const text = `${OURS[0]?.text}${module('      small: {replicas: 1}\n')}`;
    expect(problemsOf(text)).toHaveLength(2);
  });

  it.each([
    {
      name: 'a built-in module without path and version',
      text: 'modules: {service: {configs: {default: {replicas: 1}}}}\n',
    },
    {name: 'a module in a directory without a version', text: 'modules: {service: {path: ../service}}\n'},
    {name: 'a secret store with the region of the environment', text: store('aws: {}')},
    ...['kube_version: "1.34"', 'kube_proxy_mode: ipvs', 'KUBE_DOMAIN: cluster.local', 'kubernetes_version: v1.34'].map(
      (line) => ({
        name: `a free context key that begins with kube (${line})`,
        text: context(line),
      }),
    ),
    {
      name: 'two configurations for different projects',
      text: module(
        '      default: {replicas: 1}\n      a: {replicas: 2, projectSelector: [a]}\n      b: {replicas: 3, projectSelector: [b]}\n',
      ),
    },
  ])('$name is accepted', ({text}) => expect(parseWorkspaceText(text, 'prod.yaml').workspace.name).toBe('prod'));
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
