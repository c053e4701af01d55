import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {chmod, copyFile, mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {plainCanary} from '../rig/canaries.ts';
import {resolveTo} from '../rig/fake-resolver.ts';
import {authority, httpsServer} from '../rig/https-server.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Files = Readonly<Record<string, unknown>>;

/** A kubeconfig that logs in by a program, in a cluster where nothing listens. */
const kubeconfig = (command: string, args: readonly string[]): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
    clusters: [{name: 'c', cluster: {server: 'https://127.0.0.1:1'}}],
    users: [
      {
        name: 'u',
        user: {exec: {apiVersion: 'client.authentication.k8s.io/v1', command, args, interactiveMode: 'Never'}},
      },
    ],
  });

/** A stack of somebody whom an attacker has sent files. `mark` is there as soon as a program of the attacker's has run. */
async function victim(files: (mark: string) => Files): Promise<Stack & {readonly mark: string}> {
  const stack = await makeStack({namespace: 'a', files: manifests(configMap('a', {a: '1'}))});
  const mark = join(stack.home, '..', 'mark');
  await stack.write(files(mark));
  return {...stack, mark};
}

describe('a workspace in a shared backend', () => {
  /** The attacker writes a workspace into the shared directory. It wants a program, a token of the user and a file of the user. */
  async function attack() {
    const server = await httpsServer((_, response) => response.writeHead(404).end('{"errors": []}'));
    const stack = await victim(() => ({}));
    const shared = join(stack.home, '..', 'shared');
    const [ca, secretFile] = [join(stack.home, 'ca.pem'), join(stack.home, '.ssh', 'id_ed25519')];
    const secrets = {token: plainCanary('token'), file: plainCanary('file')};
    await mkdir(join(stack.home, '.ssh'), {recursive: true});
    await writeFile(ca, authority.cert);
    await writeFile(secretFile, secrets.file);
    const vault = (auth?: object) => ({provider: {vault: {server: server.address, ...(auth && {auth})}}});
    await stack.write({
      'evil.yaml': {
        name: 'evil',
        context: {kubeconfig_path: '~/.kube/config'},
        secretStore: vault(),
        secretStores: {
          file: vault({jwt: {role: 'r', tokenFile: secretFile}}),
          program: {provider: {exec: {command: ['sh', '-c', `touch '${stack.mark}'; echo null`]}}},
        },
        trust: {programs: 'all'},
      },
    });
    const env = {GANTRY_BACKEND: `local:${shared}`, VAULT_TOKEN: secrets.token, VAULT_CACERT: ca};
    const created = await stack.gantry(['workspace', 'create', '--file', 'evil.yaml', '--shared'], {env});
    expect(created, created.stderr).toMatchObject({code: 0});
    await chmod(shared, 0o777);
    await stack.remove('evil.yaml');
    return {stack, env, server, secrets};
  }

  it.each([
    {args: ['workspace', 'check', '--all'], code: 5},
    {args: ['workspace', 'check', 'evil'], code: 5},
    {args: ['workspace', 'list'], code: 0},
    {args: ['release', 'list'], code: 0},
    {args: ['__complete', 'zsh', '--', 'preview', '-w', ''], code: 0},
    {args: ['whoami', '-w', 'evil'], code: 5},
    {args: ['preview', '-w', 'evil'], code: 5},
    {args: ['exec', '-w', 'evil', '--', 'true'], code: 5},
  ])('$args runs no program of a shared workspace, and sends its server nothing', async ({args, code}) => {
    const {stack, env, server} = await attack();
    const ran = await stack.gantry(args, {env});
    expect(ran, ran.stderr).toMatchObject({code});
    expect(existsSync(stack.mark)).toBe(false);
    expect(server.received).toEqual([]);
  });

  it.each([0o775, 0o777])(
    'a backend directory of mode %o is reported as shared, with the command that restricts it',
    async (mode) => {
      const {stack, env} = await attack();
      const shared = join(stack.home, '..', 'shared');
      await chmod(shared, mode);
      const {stderr} = await stack.gantry(['preview', '-w', 'evil'], {env});
      expect(stderr).toContain(`(mode 0${mode.toString(8)})`);
      const [, command = ''] = /run "(chmod [^"]*)"/.exec(stderr) ?? [];
      execFileSync('sh', ['-c', command]);
      // Then it is the user's own, and nothing stands between it and its store.
      const {stderr: own} = await stack.gantry(['preview', '-w', 'evil'], {env});
      expect(own).not.toContain('have not allowed');
    },
  );

  it('a shared workspace does everything after the user has allowed it', async () => {
    const {stack, env, server, secrets} = await attack();
    await stack.allow('evil', {env});
    await stack.gantry(['workspace', 'check', '--all'], {env});
    expect(existsSync(stack.mark)).toBe(true);
    const received = JSON.stringify(server.received.map(({headers}) => headers));
    expect(received).toContain(secrets.token);
    expect(server.received.map(({path}) => path)).toContain('/v1/auth/jwt/login');
  });
});

describe('a pull request with a workspace', () => {
  /** Its backend is in the cluster of a workspace whose kubeconfig, a file of the project, runs a program. */
  const attack = () =>
    victim((mark) => ({
      'project.yaml': {name: 'shop', backend: 'kubernetes://state'},
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: '../kubeconfig'}},
      kubeconfig: kubeconfig('sh', ['-c', `touch '${mark}'`]),
    }));

  it.each([
    ['workspace', 'list'],
    ['workspace', 'check', '--all'],
    ['workspace', 'show', 'test'],
    ['release', 'list'],
    ['preview'],
    ['apply', '--yes'],
    ['drift'],
    ['exec', '--', 'true'],
  ])('a pull request with a backend behind a login program runs nothing by %s %s', async (...args) => {
    const stack = await attack();
    const ran = await stack.gantry(args);
    expect(existsSync(stack.mark), ran.stderr).toBe(false);
    if (['preview', 'apply'].includes(args[0] ?? '')) expect(ran, ran.stderr).toMatchObject({code: 5});
  });

  it('a pull request cannot open files of the user through a kubeconfig, also without a connection', async () => {
    const stack = await victim(() => ({
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: '../kubeconfig'}},
      kubeconfig: {
        'current-context': 'c',
        contexts: [{name: 'c', context: {cluster: 'c'}}],
        clusters: [{name: 'c', cluster: {server: 'https://127.0.0.1:1', 'certificate-authority': '/etc/no-such-file'}}],
      },
    }));
    const {code, stdout, stderr} = await stack.gantry(['workspace', 'explain', 'test']);
    const said = stdout + stderr;
    expect(said).toContain('requests access that you have not allowed');
    // Whether it is there would tell of the user's machine.
    expect(said).not.toContain('does not exist');
    expect(code).toBe(5);
  });

  it('the login program of a pull request runs after the user has allowed it', async () => {
    const stack = await attack();
    await stack.allow();
    await stack.gantry(['preview']);
    expect(existsSync(stack.mark)).toBe(true);
  });

  it.each(['KUBE_EDITOR', 'XDG_CONFIG_HOME', 'MAKEFILES', 'GIT_PAGER', 'TF_CLI_ARGS', 'HELM_PLUGINS', 'KUBECONFIG_X'])(
    'a pull request that sets %s for programs of the user is refused',
    async (name) => {
      const stack = await victim(() => ({
        'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: '~/.kube/config'}, env: {[name]: './evil'}},
      }));
      const ran = await stack.gantry(['exec', '--', 'env']);
      // 3: nobody may set it; 5: the user would have to allow it.
      expect([3, 5], ran.stderr).toContain(ran.code);
      expect(ran.stderr).toContain(name);
      expect(ran.stdout).toBe('');
    },
  );
});

describe('a kubeconfig in a project', () => {
  type Parts = {readonly server?: string; readonly cluster?: object; readonly user: object};
  const held = ({server = 'https://127.0.0.1:1', cluster, user}: Parts) => ({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
    clusters: [{name: 'c', cluster: {server, ...cluster}}],
    users: [{name: 'u', user}],
  });
  const exec = (command: string, more: object = {}) => ({
    exec: {apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never', ...more},
  });
  const ca = Buffer.from(authority.cert).toString('base64');
  const workspace = {name: 'test', context: {kubeconfig_path: '../ops/kubeconfig'}};

  it.each([
    {
      name: 'a link to a file of the user',
      bring: async (stack: Stack, secret: string) => symlink(secret, join(stack.dir, 'ops', 'token')),
    },
    {
      name: 'a file below a link that is called like a variable',
      bring: async (stack: Stack, secret: string) => symlink(join(secret, '..'), join(stack.dir, 'ops', '$HOME')),
      tokenFile: '$HOME/secret',
    },
    {
      name: 'a file of the checkout that is not of the repository',
      bring: async (stack: Stack, secret: string) => copyFile(secret, join(stack.dir, 'ops', 'token')),
    },
    {
      name: 'a file of another project of the user',
      bring: async (_: Stack, secret: string) => writeFile(join(secret, '..', 'stack.yaml'), '{}'),
      tokenFile: (secret: string) => secret,
    },
  ])(
    'a kubeconfig of a project sends no token from $name before the user allows it',
    async ({bring, tokenFile = 'token'}) => {
      const server = await httpsServer((_, response) => void response.writeHead(403).end('{}'));
      const stack = await victim(() => ({'workspaces/test.yaml': workspace}));
      const secret = join(stack.home, 'mine', 'secret');
      await mkdir(join(secret, '..'), {recursive: true});
      const token = plainCanary('file');
      await writeFile(secret, token);
      const named = typeof tokenFile === 'string' ? tokenFile : tokenFile(secret);
      const cluster = {'certificate-authority-data': ca};
      await stack.write({
        'ops/kubeconfig': held({server: server.address, cluster, user: {tokenFile: named}}),
      });
      await bring(stack, secret);
      const ran = await stack.gantry(['preview']);
      expect(ran, ran.stderr).toMatchObject({code: 5});
      expect(ran.stderr).toContain(`tokenFile names the file ${named}`);
      expect(server.received).toEqual([]);
      await stack.allow();
      await stack.gantry(['preview']);
      expect(JSON.stringify(server.received)).toContain(token);
    },
  );

  it.each([
    {name: 'the program beside it', user: () => exec('./login.sh'), file: 'ops/login.sh'},
    {name: 'a script of the project', user: (dir: string) => exec('sh', {args: [`${dir}/a.sh`]}), file: 'a.sh'},
    {
      name: 'a script in brackets of a shell',
      user: (dir: string) => exec('sh', {args: ['-c', `(${dir}/a.sh)`]}),
      file: 'a.sh',
    },
    {name: 'a program that PATH leads to', user: () => exec('login.sh'), file: 'bin/login.sh'},
    {
      name: 'a file that a variable of the program names',
      user: (dir: string) => exec('sh', {args: ['-c', '. "$LOGIN"'], env: [{name: 'LOGIN', value: `${dir}/a.sh`}]}),
      file: 'a.sh',
    },
  ])('a kubeconfig of a project runs $name only as it was when the user allowed it', async ({user, file}) => {
    const stack = await victim(() => ({'workspaces/test.yaml': workspace}));
    await stack.write({'ops/kubeconfig': held({user: user(stack.dir)})});
    const env = {PATH: `${join(stack.dir, 'bin')}:${process.env['PATH'] ?? ''}`};
    const program = async (content: string): Promise<void> => {
      await stack.write({[file]: `#!/bin/sh\n${content}\n`});
      await chmod(join(stack.dir, file), 0o755);
    };
    await program('exit 1');
    await stack.allow('test', {env});
    expect((await stack.gantry(['preview'], {env})).stderr).toContain('it failed');
    await program(`touch '${stack.mark}'`);
    const ran = await stack.gantry(['preview'], {env});
    expect(ran, ran.stderr).toMatchObject({code: 5});
    expect(existsSync(stack.mark)).toBe(false);
    await stack.allow('test', {env});
    await stack.gantry(['preview'], {env});
    expect(existsSync(stack.mark)).toBe(true);
  });

  it("a kubeconfig of a project runs no program for the user's own workspace before the user allows it", async () => {
    const stack = await victim((mark) => ({
      'ops/kubeconfig': held({user: exec('sh', {args: ['-c', `touch '${mark}'`]})}),
    }));
    const own = join(stack.home, 'own', 'prod.yaml');
    await mkdir(join(own, '..'), {recursive: true});
    await writeFile(
      own,
      JSON.stringify({name: 'prod', context: {kubeconfig_path: join(stack.dir, 'ops', 'kubeconfig')}}),
    );
    for (const args of [['preview'], ['whoami'], ['exec', '--', 'true']]) {
      const [command = '', ...rest] = args;
      const ran = await stack.gantry([command, '-w', own, ...rest]);
      expect(ran, ran.stderr).toMatchObject({code: 5});
      expect(existsSync(stack.mark)).toBe(false);
    }
    await stack.allow(own);
    await stack.gantry(['preview', '-w', own]);
    expect(existsSync(stack.mark)).toBe(true);
    // What KUBECONFIG names is the user's word.
    await rm(stack.mark);
    await stack.write({'workspaces/test.yaml': {name: 'test'}});
    await stack.gantry(['preview'], {env: {KUBECONFIG: join(stack.dir, 'ops', 'kubeconfig')}});
    expect(existsSync(stack.mark)).toBe(true);
  });

  it('consent shows the variables that a kubeconfig of a project sets for its program', async () => {
    const env = [
      {name: 'AWS_CONFIG_FILE', value: './aws config'},
      {name: 'API_TOKEN', value: 'canary'},
    ];
    const stack = await victim(() => ({
      'workspaces/test.yaml': workspace,
      'ops/kubeconfig': held({user: exec('aws', {args: ['eks', 'get-token'], env})}),
    }));
    const {code, stderr} = await stack.gantry(['preview']);
    expect(code).toBe(5);
    expect(stderr).toContain(`the program aws eks get-token, with 'AWS_CONFIG_FILE=./aws config' 'API_TOKEN=***'`);
    expect(stderr).not.toContain('canary');
  });
});

it('a variable of a workspace names a file of the project only as it was when the user allowed it', async () => {
  const stack = await victim(() => ({
    'workspaces/test.yaml': {
      name: 'test',
      context: {kubeconfig_path: '~/.kube/config'},
      env: {AWS_CONFIG_FILE: './aws'},
    },
    aws: '[default]',
  }));
  await mkdir(join(stack.home, '.kube'), {recursive: true});
  await writeFile(join(stack.home, '.kube', 'config'), kubeconfig('true', []));
  await stack.allow();
  expect(await stack.gantry(['exec', '--', 'true'])).toMatchObject({code: 0});
  await stack.write({aws: '[default]\ncredential_process = ./evil'});
  expect(await stack.gantry(['exec', '--', 'true'])).toMatchObject({code: 5});
});

describe('a fetched kubeconfig', () => {
  const ARGS = (mark: string) => ['-c', `alias.x=!touch '${mark}'`, 'x'];

  it.each([
    {name: 'git by its name alone', programs: () => ['git'], runs: false},
    {name: 'git with other arguments', programs: () => [['git', 'version']], runs: false},
    {name: 'git with exactly these arguments', programs: (mark: string) => [['git', ...ARGS(mark)]], runs: true},
  ])(
    'a fetched kubeconfig runs git with its own arguments if the user trusts $name: $runs',
    async ({programs, runs}) => {
      const server = await httpsServer((_, response) => void response.writeHead(200).end(text));
      const stack = await victim((mark) => ({
        'ca.pem': authority.cert,
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: {url: `${server.address}/prod`, caFile: '../ca.pem'}},
          trust: {programs: programs(mark)},
        },
      }));
      const text = kubeconfig('git', ARGS(stack.mark));
      await stack.allow();
      const {code, stderr} = await stack.gantry(['preview']);
      expect(existsSync(stack.mark), stderr).toBe(runs);
      if (runs) return;
      expect(code, stderr).toBe(5);
      expect(stderr).toContain('it would run the program git');
    },
  );

  it.each(['AWS_CONFIG_FILE', 'HTTPS_PROXY', 'PATH', 'ANYTHING'])(
    'a fetched kubeconfig cannot set %s for a login program that the user trusts by its name',
    async (name) => {
      const server = await httpsServer((_, response) => void response.writeHead(200).end(text));
      const stack = await victim((mark) => ({
        'ca.pem': authority.cert,
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: {url: `${server.address}/prod`, caFile: '../ca.pem'}},
          trust: {programs: ['aws']},
        },
        'bin/aws': `#!/bin/sh\ntouch '${mark}'\n`,
      }));
      await chmod(join(stack.dir, 'bin', 'aws'), 0o755);
      const env = {PATH: `${join(stack.dir, 'bin')}:${process.env['PATH'] ?? ''}`};
      const variables = (names: readonly string[]) => names.map((one) => ({name: one, value: 'x'}));
      const content = (names: readonly string[]): string => {
        const parsed = JSON.parse(kubeconfig('aws', ['eks', 'get-token'])) as {
          users: {user: {exec: {env?: object}}}[];
        };
        for (const {user} of parsed.users) user.exec.env = variables(names);
        return JSON.stringify(parsed);
      };
      let text = content(['AWS_PROFILE', name]);
      await stack.allow('test', {env});
      const ran = await stack.gantry(['preview'], {env});
      expect(ran, ran.stderr).toMatchObject({code: 5});
      expect(ran.stderr).toContain(`it would set ${name} for the program`);
      expect(existsSync(stack.mark)).toBe(false);
      text = content(['AWS_PROFILE']);
      await stack.gantry(['preview'], {env});
      expect(existsSync(stack.mark)).toBe(true);
    },
  );
});

describe('a name that leads to the metadata address of a cloud', () => {
  const WORDS = 'resolves to the metadata address from which a cloud gives credentials';
  const METADATA = {'rebind.test': ['169.254.169.254']};
  const cluster = {
    'current-context': 'c',
    contexts: [{name: 'c', context: {cluster: 'c'}}],
    clusters: [{name: 'c', cluster: {server: 'https://rebind.test:6443'}}],
  };

  it.each([
    {
      name: 'the server of the kubeconfig that it holds',
      says: {context: {kubeconfig_content: JSON.stringify(cluster)}},
    },
    {name: 'the address of its kubeconfig', says: {context: {kubeconfig_path: 'https://rebind.test/k'}}},
    {
      name: 'a store of secrets',
      says: {
        context: {kubeconfig_path: '~/.kube/config'},
        secretStore: {provider: {vault: {server: 'https://rebind.test', auth: {token: 'ref://env@VICTIM'}}}},
        secretStores: {env: {provider: {env: {}}}},
      },
    },
  ])('the metadata address is refused as $name of a shared workspace, also after consent', async ({says}) => {
    resolveTo(METADATA);
    const stack = await victim(() => ({
      'manifests/a.yaml': {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'a'}, stringData: {a: 'ref://secret'}},
      'stack.yaml': {name: 'shop', workspace: 'evil', sources: [{manifests: 'manifests/*', references: true}]},
    }));
    const shared = join(stack.home, '..', 'shared');
    await mkdir(join(shared, 'workspaces'), {recursive: true});
    await writeFile(join(shared, 'workspaces', 'evil.yaml'), JSON.stringify({name: 'evil', ...says}));
    await chmod(shared, 0o777);
    const env = {GANTRY_BACKEND: `local:${shared}`, VICTIM: 'token'};
    await stack.write({'../home/.kube/config': cluster});
    await stack.gantry(['workspace', 'allow', 'evil', '--yes'], {env});
    const ran = await stack.gantry(['workspace', 'check', 'evil'], {env});
    expect(ran.stdout + ran.stderr).toContain(WORDS);
    expect(ran.code).not.toBe(0);
  });

  it('the metadata address is refused as the server of a fetched kubeconfig, and as the target of a redirect', async () => {
    resolveTo(METADATA);
    let isLedOn = false;
    const server = await httpsServer((_, response) =>
      isLedOn
        ? response.writeHead(302, {location: 'https://rebind.test/k'}).end()
        : response.writeHead(200).end(JSON.stringify(cluster)),
    );
    const stack = await victim(() => ({
      'ca.pem': authority.cert,
      'workspaces/test.yaml': {context: {kubeconfig_path: {url: `${server.address}/k`, caFile: '../ca.pem'}}},
    }));
    await stack.allow();
    for (isLedOn of [false, true]) {
      const ran = await stack.gantry(['workspace', 'check', 'test']);
      expect(ran.stdout + ran.stderr).toContain(WORDS);
    }
  });
});
