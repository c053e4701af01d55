import {chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, describe, expect, it} from 'vitest';
import {type ConnectOptions, connect} from '../../../../../src/adapters/kubernetes/kubeconfig/connect.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import type {LocalSource} from '../../../../../src/core/workspace/kubeconfig-source.ts';
import type {Credential} from '../../../../../src/ports/cluster-access.ts';
import {createAuthority, issueLeaf} from '../../../../controlplane/certificate.ts';

const root = mkdtempSync(join(tmpdir(), 'gantry-kubeconfig-'));
afterAll(() => rmSync(root, {recursive: true}));
let dir = root;
let count = 0;
beforeEach(() => {
  dir = join(root, String(count++));
  mkdirSync(dir);
});

const authority = createAuthority();
const leaf = issueLeaf(authority, {name: 'u', notAfter: new Date('2030-01-02T03:04:05Z')});
const base64 = (text: string): string => Buffer.from(text).toString('base64');

function file(name: string, text: string, mode = 0o600): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

type Parts = {cluster?: object; user?: object; context?: object; name?: string; current?: string | null};
/** JSON is YAML. */
const config = ({cluster, user, context, name = 'c', current = name}: Parts = {}): string =>
  JSON.stringify({
    'current-context': current,
    contexts: [{name, context: {cluster: name, user: name, ...context}}],
    clusters: [{name, cluster: {server: 'https://h:6443', ...cluster}}],
    users: [{name, user: user ?? {}}],
  });

const source = (from: LocalSource['from'], kubeContext?: string): LocalSource => ({
  workspace: 'dev',
  field: 'context.kubeconfig_path',
  from,
  ...(kubeContext === undefined ? {} : {kubeContext}),
});
const content = (text: string, kubeContext?: string) =>
  source({kind: 'content', content: new Secret(text)}, kubeContext);
const files = (...paths: string[]) => source({kind: 'files', paths, skipped: []});
const options: ConnectOptions = {env: {PATH: process.env['PATH']}};

const headersOf = (credential: Credential): string[] =>
  credential.headers.map(({name, value}) => `${name}: ${value.reveal()}`);
const problemOf = async (promise: Promise<unknown>): Promise<string> => {
  const error: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  const {failure} = error as {failure: {code: string; workspace: string; field: string; problem: string}};
  expect(failure).toMatchObject({code: 'context/kubeconfig', workspace: 'dev', field: 'context.kubeconfig_path'});
  return failure.problem;
};

const plugin = (script: string, exec: object = {}) => {
  file('login', `#!/bin/sh\n${script}\n`, 0o700);
  return {exec: {...EXEC, command: './login', ...exec}};
};
const EXEC = {apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'IfAvailable', command: 'login'};
const run = async (user: object, more: Partial<ConnectOptions> = {}) =>
  (
    await connect(
      files(file('config', config({user, cluster: {'certificate-authority-data': base64(authority.cert)}}))),
      {...options, ...more},
    )
  ).credential();
const token = (text: string): string => `echo '{"kind":"ExecCredential","status":{"token":"'${text}'"}}'`;

describe('the cluster', () => {
  it('the current context is used, with its namespace', async () => {
    const access = await connect(
      content(
        config({
          context: {namespace: 'shop'},
          cluster: {
            server: 'https://h:6443/k8s/c1/',
            'certificate-authority-data': base64(authority.cert),
            'tls-server-name': 'n',
            'proxy-url': 'socks5://p:1080',
          },
        }),
      ),
      options,
    );
    expect(access).toMatchObject({
      server: 'https://h:6443/k8s/c1',
      contextName: 'c',
      namespace: 'shop',
      tls: {ca: authority.cert, serverName: 'n', insecure: false},
      proxyUrl: 'socks5://p:1080',
    });
  });

  it.each([
    {
      name: 'an unknown context, with the nearest',
      text: config({name: 'staging'}),
      kubeContext: 'stagng',
      want: /"stagng", which is not in the kubeconfig; did you mean "staging"\? \(known: staging\)/,
    },
    {
      name: 'no current-context',
      text: config({current: null}),
      want: /no current-context: set kube_context \(known: c\)/,
    },
    {name: 'an empty file', text: '# nothing\n', want: /no current-context.*no contexts/},
    {
      name: 'a cluster that is not there',
      text: config({context: {cluster: 'd'}}),
      want: /context "c" .* names the cluster "d", which is not in the kubeconfig/,
    },
    {name: 'no server', text: config({cluster: {server: ''}}), want: /cluster "c" .*: server is missing/},
    {
      name: 'http to another machine',
      text: config({cluster: {server: 'http://h:80'}}),
      want: /http is allowed for localhost only/,
    },
    {name: 'no address', text: config({cluster: {server: 'no address'}}), want: /server must be an address/},
    {
      name: 'bad base64',
      text: config({cluster: {'certificate-authority-data': '%'}}),
      want: /certificate-authority-data is not base64/,
    },
    {
      name: 'base64 of something else',
      text: config({cluster: {'certificate-authority-data': base64('hello')}}),
      want: /holds no PEM certificate/,
    },
    {
      name: 'a CA and no verification',
      text: config({cluster: {'certificate-authority-data': base64(authority.cert), 'insecure-skip-tls-verify': true}}),
      want: /contradict/,
    },
    {
      name: 'a wrong type',
      text: config({cluster: {'insecure-skip-tls-verify': 'yes'}}),
      want: /insecure-skip-tls-verify must be true or false/,
    },
    {name: 'a wrong proxy', text: config({cluster: {'proxy-url': 'p:1'}}), want: /proxy-url must be/},
    {
      name: 'a relative path without a file',
      text: config({cluster: {'certificate-authority': 'ca.crt'}}),
      want: /relative path/,
    },
    {name: 'a list instead of a kubeconfig', text: '[]', want: /is not a kubeconfig/},
    {name: 'a manifest', text: 'kind: Secret\napiVersion: v1', want: /its kind is "Secret"/},
    {name: 'a number as a token', text: config({user: {token: 1}}), want: /token must be a string/},
    {
      name: 'half a certificate',
      text: config({user: {'client-certificate-data': base64(leaf.cert)}}),
      want: /client-key is missing/,
    },
    {
      name: 'a key of another certificate',
      text: config({user: {'client-certificate-data': base64(leaf.cert), 'client-key-data': base64(authority.key)}}),
      want: /does not belong/,
    },
    {
      name: 'no certificate at all',
      text: config({user: {'client-certificate-data': base64('x'), 'client-key-data': base64('y')}}),
      want: /not a PEM certificate/,
    },
    {
      name: 'a token and a password',
      text: config({user: {token: 't', username: 'u', password: 'p'}}),
      want: /exclude each other/,
    },
    {
      name: 'two ways to log in',
      text: config({user: {exec: EXEC, 'auth-provider': {name: 'oidc'}}}),
      want: /exclude each other/,
    },
    {
      name: 'a removed auth provider',
      text: config({user: {'auth-provider': {name: 'gcp'}}}),
      want: /"gcp" was removed/,
    },
    {name: 'groups without a name', text: config({user: {'as-groups': ['g']}}), want: /need the field "as"/},
    {
      name: 'a plugin that asks without a terminal',
      text: config({user: {exec: {...EXEC, interactiveMode: 'Always'}}}),
      want: /needs a terminal to log in/,
    },
    {
      name: 'a plugin without a version',
      text: config({user: {exec: {...EXEC, apiVersion: undefined}}}),
      want: /user "c" .*, exec: apiVersion is missing/,
    },
    {
      name: 'a removed plugin version beside a token',
      text: config({user: {token: 't', exec: {...EXEC, apiVersion: 'client.authentication.k8s.io/v1alpha1'}}}),
      want: /apiVersion "client.authentication.k8s.io\/v1alpha1" is not supported/,
    },
    {
      name: 'a plugin without an interactiveMode',
      text: config({user: {exec: {...EXEC, interactiveMode: undefined}}}),
      want: /interactiveMode is missing/,
    },
    {
      name: 'a plugin with an unknown mode',
      text: config({user: {exec: {...EXEC, interactiveMode: 'Sometimes'}}}),
      want: /interactiveMode must be one of Never, IfAvailable, Always, not "Sometimes"/,
    },
    {
      name: 'a plugin with an unnamed variable',
      text: config({user: {exec: {...EXEC, env: [{value: 'x'}]}}}),
      want: /a variable of env has no name/,
    },
    {name: 'a password without a username', text: config({user: {password: 'p'}}), want: /password has no username/},
    {
      name: 'a token file and a username',
      text: config({user: {tokenFile: '/run/token', username: 'u'}}),
      want: /exclude each other/,
    },
    {
      name: 'extra values without a user',
      text: config({user: {'as-user-extra': {a: []}}}),
      want: /need the field "as"/,
    },
    {
      name: 'extra values that are no list',
      text: config({user: {as: 'u', 'as-user-extra': {a: 'x'}}}),
      want: /a list of strings/,
    },
    {
      name: 'two users without a name',
      text: JSON.stringify({...(JSON.parse(config()) as object), users: [{user: {}}, null]}),
      want: /two users have no name/,
    },
    {name: 'a token that is not allowed in a header', text: config({user: {token: 'a\nb'}}), want: /white space/},
  ])('a connection is refused for $name', async ({text, kubeContext, want}) => {
    expect(await problemOf(connect(content(text, kubeContext), options))).toMatch(want);
  });

  it('invalid YAML is reported with its position, without quoting it', async () => {
    const problem = await problemOf(connect(files(file('config', 'users:\n- user:\n    token: s3cr3t: [\n')), options));
    expect(problem).toMatch(/config is not YAML: .* \(line 3, column \d+\)/);
    expect(problem).not.toContain('s3cr3t');
  });
});

it.each([
  {name: 'a last line that begins another document', text: `${config()}\n---\n`},
  {name: 'a comment behind the last line', text: `${config()}\n---\n# the end\n`},
  {
    name: 'a user without a name',
    text: JSON.stringify({...(JSON.parse(config()) as object), users: [{name: 'c'}, {user: {token: 't'}}]}),
  },
  {
    name: 'a null in a list',
    text: JSON.stringify({...(JSON.parse(config()) as object), users: [null, {name: 'c', user: {}}]}),
  },
])('a kubeconfig may have $name', async ({text}) => {
  expect(await connect(content(text), options)).toMatchObject({server: 'https://h:6443'});
});

describe('a list of files', () => {
  it('a list of files is merged: the first definition wins, and paths are relative to their own file', async () => {
    mkdirSync(join(dir, 'a'));
    file('a/ca.crt', authority.cert);
    const first = file('a/config', config({name: 'one', current: null, cluster: {'certificate-authority': 'ca.crt'}}));
    const second = file(
      'two',
      JSON.stringify({
        'current-context': 'both',
        contexts: [
          {name: 'one', context: {cluster: 'none'}},
          {name: 'both', context: {cluster: 'one', user: 'u'}},
        ],
        clusters: [{name: 'one', cluster: {server: 'https://other'}}],
        users: [{name: 'u', user: {token: 't'}}],
      }),
    );
    const access = await connect(files(first, join(dir, 'missing'), second), options);
    expect(access).toMatchObject({server: 'https://h:6443', contextName: 'both', tls: {ca: authority.cert}});
    expect(headersOf(await access.credential())).toEqual(['authorization: Bearer t']);
  });

  it.each([
    {name: 'none of them exists', paths: ['x', 'y'], want: /none of these files exists: .*x, .*y/},
    {name: 'the only one does not exist', paths: ['x'], want: /x does not exist/},
    {name: 'one is a directory', paths: ['.', 'x'], want: /is a directory/},
    {name: 'one is malformed', paths: ['good', 'bad'], want: /bad is not YAML/},
  ])('a list of files is refused when $name', async ({paths, want}) => {
    file('good', config());
    file('bad', 'a: [');
    expect(await problemOf(connect(files(...paths.map((path) => join(dir, path))), options))).toMatch(want);
  });
});

describe('the credential', () => {
  it.each([
    {name: 'a token', user: {token: 't'}, want: ['authorization: Bearer t']},
    {name: 'a password', user: {username: 'u', password: 'p'}, want: [`authorization: Basic ${base64('u:p')}`]},
    {
      name: 'the impersonated user',
      user: {token: 't', as: 'bob', 'as-groups': ['a', 'b'], 'as-uid': '7', 'as-user-extra': {'x/y': ['1', '2']}},
      want: [
        'authorization: Bearer t',
        'impersonate-user: bob',
        'impersonate-group: a',
        'impersonate-group: b',
        'impersonate-uid: 7',
        'impersonate-extra-x%2fy: 1',
        'impersonate-extra-x%2fy: 2',
      ],
    },
    {name: 'nothing for a user without credentials', user: {}, want: []},
    {
      name: 'a token rather than one of a program',
      user: {token: 't', exec: {...EXEC, command: 'no-such-program'}},
      want: ['authorization: Bearer t'],
    },
    {
      name: 'a password rather than a program token',
      user: {username: 'u', password: 'p', exec: {...EXEC, command: 'no-such-program'}},
      want: [`authorization: Basic ${base64('u:p')}`],
    },
    {
      name: 'a token rather than one of a provider',
      user: {token: 't', 'auth-provider': {name: 'oidc', config: {'id-token': 'e30.e30.x'}}},
      want: ['authorization: Bearer t'],
    },
    {
      name: 'a token whose file does not exist',
      user: {token: 't', tokenFile: '/gone/token'},
      want: ['authorization: Bearer t'],
    },
    {
      name: 'an ID token that is still valid',
      user: {
        'auth-provider': {
          name: 'oidc',
          config: {'id-token': `e30.${Buffer.from('{"exp":4102444800}').toString('base64url')}.x`},
        },
      },
      want: [`authorization: Bearer e30.${Buffer.from('{"exp":4102444800}').toString('base64url')}.x`],
    },
  ])('the request headers contain $name', async ({user, want}) => {
    const access = await connect(content(config({user})), options);
    expect(headersOf(await access.credential())).toEqual(want);
  });

  it('a written certificate is used, and no program runs beside it', async () => {
    const user = {
      'client-certificate-data': base64(leaf.cert),
      'client-key-data': base64(leaf.key),
      exec: {...EXEC, command: 'no-such-program'},
    };
    const {certificate, headers} = await (await connect(content(config({user})), options)).credential();
    expect(certificate?.cert.reveal()).toBe(leaf.cert);
    expect(headers).toEqual([]);
  });

  it.each([
    {name: 'a token', user: {token: 't'}},
    {name: 'a token from a missing file', user: {tokenFile: '/gone/token'}},
    {name: 'a token from a missing program', user: {exec: {...EXEC, command: 'no-such-program'}}},
  ])('$name is not sent over plain http', async ({user}) => {
    const cluster = {server: 'http://127.0.0.1:8080'};
    const access = await connect(content(config({cluster, user: {...user, as: 'bob'}})), options);
    expect(headersOf(await access.credential())).toEqual(['impersonate-user: bob']);
  });

  it('the identity of the workspace is refused over plain http', async () => {
    const login = () => Promise.resolve({headers: []});
    const text = config({cluster: {server: 'http://127.0.0.1:8080'}});
    expect(await problemOf(connect(content(text), {...options, login}))).toMatch(/needs https/);
  });

  it('a certificate has an expiry', async () => {
    file('u.crt', leaf.cert);
    const user = {'client-certificate': 'u.crt', 'client-key-data': base64(leaf.key)};
    const {certificate} = await (await connect(files(file('config', config({user}))), options)).credential();
    expect(certificate).toMatchObject({notAfter: '2030-01-02T03:04:05.000Z'});
    expect(certificate?.key.reveal()).toBe(leaf.key);
    expect(JSON.stringify(certificate)).not.toContain('PRIVATE');
  });

  it('a token file is read again, and has precedence over the token', async () => {
    const path = file('token', 'one\n');
    const access = await connect(content(config({user: {token: 'zero', tokenFile: path}})), options);
    expect(headersOf(await access.credential())).toEqual(['authorization: Bearer one']);
    file('token', 'two');
    expect(headersOf(await access.credential({again: true}))).toEqual(['authorization: Bearer two']);
  });

  it('a missing credential file is an error before anything is sent', async () => {
    expect(await problemOf(connect(content(config({user: {tokenFile: join(dir, 'none')}})), options))).toMatch(
      /user "c" .*: tokenFile .*none does not exist/,
    );
  });

  it('an OIDC user that cannot be renewed is reported with what is missing', async () => {
    const user = {'auth-provider': {name: 'oidc', config: {'client-id': 'c'}}};
    const access = await connect(content(config({user})), options);
    await expect(access.credential()).rejects.toMatchObject({
      failure: {code: 'credential/refused', detail: expect.stringContaining('idp-issuer-url, refresh-token')},
    });
  });
});

describe('an exec plugin', () => {
  it('an exec plugin beside the kubeconfig returns a token, with its own and our environment only', async () => {
    const user = plugin(token('"$1-$OURS-$OWN-$HOME"'), {args: ['arg'], env: [{name: 'OWN', value: 'b'}]});
    expect(headersOf(await run(user, {env: {PATH: process.env['PATH'], OURS: 'a'}}))).toEqual([
      'authorization: Bearer arg-a-b-',
    ]);
  });

  it('an exec plugin gets information about its caller, and about the cluster if it asks for that', async () => {
    const user = plugin(`printf %s "$KUBERNETES_EXEC_INFO" > '${join(dir, 'info')}'\n${token('t')}`, {
      provideClusterInfo: true,
    });
    await run(user);
    const {readFileSync} = await import('node:fs');
    expect(JSON.parse(readFileSync(join(dir, 'info'), 'utf8'))).toMatchObject({
      kind: 'ExecCredential',
      apiVersion: 'client.authentication.k8s.io/v1',
      spec: {
        interactive: false,
        cluster: {server: 'https://h:6443', 'certificate-authority-data': base64(authority.cert)},
      },
    });
  });

  it('an exec plugin gets the extension of the cluster, and that compression is disabled', async () => {
    const user = plugin(`printf %s "$KUBERNETES_EXEC_INFO" > '${join(dir, 'info')}'\n${token('t')}`, {
      provideClusterInfo: true,
    });
    const cluster = {
      'disable-compression': true,
      extensions: [
        {name: 'other', extension: {a: 1}},
        {name: 'client.authentication.k8s.io/exec', extension: {audience: '06e3fbd18de8', arbitrary: ['x']}},
      ],
    };
    const access = await connect(files(file('config', config({user, cluster}))), options);
    await access.credential();
    const {readFileSync} = await import('node:fs');
    expect(JSON.parse(readFileSync(join(dir, 'info'), 'utf8'))).toMatchObject({
      spec: {cluster: {'disable-compression': true, config: {audience: '06e3fbd18de8', arbitrary: ['x']}}},
    });
    expect(access.disableCompression).toBe(true);
  });

  it('an exec plugin may return a certificate', async () => {
    file(
      'answer',
      JSON.stringify({kind: 'ExecCredential', status: {clientCertificateData: leaf.cert, clientKeyData: leaf.key}}),
    );
    expect((await run(plugin(`cat '${join(dir, 'answer')}'`))).certificate).toMatchObject({
      notAfter: '2030-01-02T03:04:05.000Z',
    });
  });

  it.each([
    {name: 'that is not installed', command: 'no-such-login', want: /the program is not installed/},
    {name: 'that is not at its path', command: './no-such-login', want: /the program is not installed/},
    {name: 'below a file', command: './text/login', want: /the program is not installed/},
    {name: 'that may not be executed', command: './text', want: /is not executable \(.*text\)/},
    {name: 'that is a directory', command: './directory', want: /is a directory \(.*directory\)/},
    {name: 'whose interpreter is missing', command: './script', want: /needs the interpreter \/no\/such\/shell/},
    {name: 'whose arguments are too long', command: 'sh', args: ['x'.repeat(3e6)], want: /by the system \(E2BIG\)/},
  ])('an exec plugin $name is reported with the install hint of the kubeconfig', async ({command, args, want}) => {
    file('text', 'text');
    mkdirSync(join(dir, 'directory'));
    file('script', '#!/no/such/shell -e\n', 0o700);
    const user = {exec: {...EXEC, command, ...(args === undefined ? {} : {args}), installHint: 'brew install it'}};
    const {failure} = (await run(user).catch((error: unknown) => error)) as {failure: {detail: string}};
    expect(failure).toMatchObject({code: 'credential/refused', server: 'https://h:6443', notSent: true});
    expect(failure.detail).toMatch(want);
    expect(failure.detail).toMatch(/: brew install it$/);
  });

  it.each([
    {
      name: 'fails',
      script: 'echo "no session for s3cr3t-value" >&2; exit 1',
      want: /login by .*login: it failed: no session for \*\*\*$/,
    },
    {name: 'prints text that is not JSON', script: 'echo hello s3cr3t-value', want: /its output is not JSON$/},
    {name: 'prints other JSON', script: "echo '{}'", want: /not an ExecCredential with a status$/},
    {
      name: 'returns no credential',
      script: 'echo \'{"status":{}}\'; echo why >&2',
      want: /neither a token nor a certificate: why$/,
    },
    {name: 'waits for input', script: `read line || ${token('t')}; exit 3`, want: /it failed$/},
  ])('an exec plugin that $name is refused without a secret in the text', async ({script, want}) => {
    const user = plugin(script, {env: [{name: 'PASSWORD', value: 's3cr3t-value'}]});
    await expect(run(user)).rejects.toMatchObject({
      failure: {code: 'credential/refused', server: 'https://h:6443', detail: expect.stringMatching(want)},
    });
  });
});

describe('in a pod', () => {
  const env = {KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443'};

  it('the service account of a pod is the credential, read for each use', async () => {
    for (const [name, text] of Object.entries({'ca.crt': authority.cert, token: 'one', namespace: 'shop'}))
      file(name, text);
    const access = await connect(source({kind: 'in-cluster'}), {env, serviceAccountDir: dir});
    expect(access).toMatchObject({
      server: 'https://[fd00::1]:6443',
      contextName: 'in-cluster',
      namespace: 'shop',
      tls: {ca: authority.cert},
    });
    file('token', 'two\n');
    expect(headersOf(await access.credential())).toEqual(['authorization: Bearer two']);
  });

  it('a missing part is named', async () => {
    expect(await problemOf(connect(source({kind: 'in-cluster'}), {env: {}}))).toMatch(/not a pod/);
    expect(await problemOf(connect(source({kind: 'in-cluster'}), {env, serviceAccountDir: dir}))).toMatch(
      /ca\.crt does not exist/,
    );
  });
});

it('an error about text from a reference names that reference', async () => {
  const from = {kind: 'content', content: new Secret('oops'), reference: 'ref://K'} as const;
  expect(await problemOf(connect(source(from), options))).toMatch(/^ref:\/\/K is not a kubeconfig/);
});
