import {chmod, mkdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {LoginOutput, WhoAmIOutput} from '../../src/ui/output/identity-output.ts';
import {browse} from '../rig/browser.ts';
import {everythingWritten, leaks} from '../rig/canaries.ts';
import {editLogin, ended, loginFiles, withIdentities} from '../rig/identities.ts';
import {SECRET, SECRET_CLIENT, startIdentityProvider} from '../rig/identity-provider.ts';
import {runAll} from '../rig/leak-check.ts';
import {configMap, deployment, manifests} from '../rig/objects.ts';
import {startGantry} from '../rig/program.ts';

const ALL = [{apiGroups: ['*'], resources: ['*'], verbs: ['*']}];

await withIdentities("users' own identity", (identities) => {
  it('the permissions of the user count: a forbidden namespace is refused before anything is written', async () => {
    const [ours, theirs] = ['team-ours', 'team-theirs'];
    await identities.grant('devs', ours, ALL);
    await identities.grant('others', theirs, ALL);
    const stack = await identities.stack({namespace: ours, files: manifests(configMap('settings', {a: '1'}))});
    const {code, stdout, page} = await identities.logIn(stack, 'jane+devs', ['--no-browser', '-o', 'json']);
    expect(code).toBe(0);
    expect(LoginOutput.parse(JSON.parse(stdout))).toMatchObject({workspace: 'test', login: {name: 'jane@example.com'}});
    expect(page).toMatchObject({status: 200, text: expect.stringContaining('You are logged in')});
    expect(page?.address.hostname).toBe('127.0.0.1');

    expect((await stack.json<{changes: unknown}>(['preview'])).document).toMatchObject({summary: {create: 1}});
    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    const live = {apiVersion: 'v1', kind: 'ConfigMap', namespace: ours, name: 'settings'};
    expect(await identities.cluster.get(live)).toMatchObject({data: {a: '1'}});

    await stack.write({'stack.yaml': {name: 'shop', workspace: 'test', namespace: theirs}});
    const refused = await stack.gantry(['apply', '--yes', '--allow-delete', 'all']);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain('oidc:jane@example.com');
    expect(await identities.cluster.get({...live, namespace: theirs})).toBeUndefined();
    expect(await identities.cluster.get(live)).toBeDefined();
  });

  it('whoami shows identity, source and expiry, and can-i answers as kubectl auth can-i', async () => {
    await identities.grant('readers', 'read-only', [
      {apiGroups: ['apps'], resources: ['deployments', 'deployments/scale'], verbs: ['get', 'list']},
      {apiGroups: [''], resources: ['configmaps'], resourceNames: ['one'], verbs: ['delete']},
    ]);
    const stack = await identities.stack();
    await identities.logIn(stack, 'ann+readers');
    const {document} = await stack.json<{identity: {token: {login: {until: string}}}}>(['whoami']);
    expect(WhoAmIOutput.parse(document)).toMatchObject({
      user: {username: 'oidc:ann@example.com', groups: expect.arrayContaining(['oidc:readers'])},
      credentials: [
        {kind: 'token', issuer: identities.provider.issuer, subject: 'ann+readers', until: expect.any(String)},
      ],
      identity: {token: {kind: 'login', login: {name: 'ann@example.com', renewable: true}}},
    });
    const asked = [
      ['get deployments -n read-only', 0, 'yes'],
      ['get deploy -n read-only', 0, 'yes'],
      ['get Deployment -n read-only', 0, 'yes'],
      ['list deployments.apps -n read-only', 0, 'yes'],
      ['list deployments.v1.apps -n read-only', 0, 'yes'],
      ['get deployments --subresource scale -n read-only', 0, 'yes'],
      ['get deployments --subresource status -n read-only', 1, 'no'],
      ['delete cm/one -n read-only', 0, 'yes'],
      ['delete cm/two -n read-only', 1, 'no'],
      ['get deployments', 1, 'no  get deployments.apps in default'],
      ['get deployments -A', 1, 'no  get deployments.apps'],
      ['list nodes', 1, 'no  list nodes'],
      ['get /version', 0, 'yes  get /version'],
      ['create widgets.shop.example.com', 1, 'no'],
    ] as const;
    for (const [question, code, text] of asked) {
      const ran = await stack.gantry(['can-i', ...question.split(' ')]);
      expect({question, code: ran.code, said: ran.stdout.startsWith(text)}).toEqual({question, code, said: true});
    }
    const misspelt = await stack.gantry(['can-i', 'get', 'deploymnts']);
    expect(misspelt).toMatchObject({code: 3, stderr: expect.stringContaining('mean deployments?')});
    const rights = await stack.gantry(['can-i', '--list', '-n', 'read-only']);
    expect(rights.stdout).toMatch(/configmaps +one +delete/);
  });

  it('tokens are stored in one file only, and are neither printed nor recorded', async () => {
    await identities.grant('quiet', 'quiet-run', ALL);
    const stack = await identities.stack({namespace: 'quiet-run', files: manifests(configMap('a', {a: '1'}))});
    const login = await identities.logIn(stack, 'eve+quiet', ['--no-browser', '-v', '-o', 'jsonl']);
    const {id, access, refreshToken = ''} = await editLogin(stack);
    const signature = id.value.split('.')[2] ?? '';
    const secrets = {id: id.value, signature, access: access.value, refreshToken};
    expect(Object.values(secrets).filter((secret) => secret.length < 20)).toEqual([]);
    const commands = ['whoami', 'can-i get pods', 'workspace explain', 'workspace check', 'preview', 'apply --yes'];
    const printed = await runAll(
      stack,
      [...commands, 'release show'].map((command) => command.split(' ')),
      [['-v'], ['-o', 'jsonl']],
    );
    expect(printed).toContain('oidc:eve@example.com');
    expect(leaks(login.stdout + login.stderr + printed, secrets)).toEqual([]);
    const holding = [...(await everythingWritten(join(stack.home, '.gantry')))]
      .filter(([, text]) => leaks(text, secrets).length > 0)
      .map(([file]) => file);
    expect(holding).toEqual([expect.stringContaining('/logins/')]);
    expect((await stat(holding[0] ?? '')).mode & 0o777).toBe(0o600);
  });

  it('without a login the command ends with 4 and names the login command, and does not wait', async () => {
    const stack = await identities.stack({files: manifests(configMap('a', {a: '1'}))});
    for (const command of ['whoami', 'preview', 'apply --yes']) {
      const {code, stderr} = await stack.gantry(command.split(' '));
      expect({command, code, stderr}).toMatchObject({
        code: 4,
        stderr: expect.stringContaining('"gantry login -w test"'),
      });
    }
    const alone = await stack.gantry(['login']);
    expect(alone).toMatchObject({code: 3, stderr: expect.stringContaining('there is no terminal')});
    expect(alone.stderr).toContain('tokenFile');
  });

  it('a long apply continues with new tokens after the first one has expired', async () => {
    const {provider, cluster} = identities;
    await identities.grant('long', 'long-run', ALL);
    const late = configMap(
      'late',
      {a: '1'},
      {annotations: {'gantry.dev/order': 'after apps/v1:Deployment:long-run:web'}},
    );
    const stack = await identities.stack({namespace: 'long-run', files: manifests(deployment('web'), late)});
    provider.lifetime = 3;
    onTestFinished(() => void (provider.lifetime = 300));
    await identities.logIn(stack, 'jane+long');
    const {id} = await editLogin(stack);
    provider.grants.length = 0;
    const applying = stack.gantry(['apply', '--yes']);
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'long-run', name: 'web'};
    await expect.poll(() => cluster.get(web), {timeout: 60_000}).toBeDefined();
    // Nothing but the end of the token is waited for: until then the Deployment is not ready.
    await expect.poll(() => Date.now(), {timeout: 10_000}).toBeGreaterThan(Date.parse(id.until) + 1000);
    const status = {observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1};
    const conditions = [
      {type: 'Available', status: 'True'},
      {type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable'},
    ];
    await cluster.patchAs('controller', web, {status: {...status, conditions}}, 'status');
    const ran = await applying;
    expect(ran.stderr).not.toContain('retry');
    expect(ran).toMatchObject({code: 0});
    expect(provider.grants).toContain('refresh_token');
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace: 'long-run', name: 'late'})).toBeDefined();
  });

  it('a login that the provider no longer renews has ended, and the message says so', async () => {
    const stack = await identities.stack();
    await identities.logIn(stack, 'jane');
    await editLogin(stack, (login) => {
      ended(login);
      login.refreshToken = 'revoked-meanwhile';
    });
    const {code, document} = await stack.json(['whoami']);
    expect(code).toBe(4);
    expect(document).toMatchObject({
      error: {code: 'credential/login-ended', hint: expect.stringContaining('gantry login -w test')},
    });
    await editLogin(stack, (login) => delete login.refreshToken);
    expect((await stack.json(['whoami'])).document).toMatchObject({error: {code: 'credential/login-ended'}});
  });

  it('an untrusted issuer, a token for others and an expired token have different messages', async () => {
    const stack = await identities.stack({files: manifests(configMap('a', {a: '1'}))});
    const other = await startIdentityProvider(stack.dir);
    try {
      const {issuer, caFile, ca} = other;
      await stack.write({'workspaces/test.yaml': identities.workspace('test', {issuer, caFile})});
      await stack.allow();
      await identities.logIn(stack, 'jane', ['--no-browser'], {ca});
      const {document} = await stack.json(['whoami']);
      expect(document).toMatchObject({error: {code: 'credential/untrusted', issuer, until: expect.any(String)}});
      const {code, stderr} = await stack.gantry(['preview']);
      expect(code).toBe(4);
      expect(stderr).toContain(`--oidc-issuer-url=${issuer}`);
    } finally {
      await other.stop();
    }
    const fields = {clientId: SECRET_CLIENT, clientSecret: 'ref://CLIENT_SECRET'};
    const secretStore = {provider: {env: {}}};
    await stack.write({'workspaces/test.yaml': {...identities.workspace('test', fields), secretStore}});
    await stack.allow();
    const env = {CLIENT_SECRET: SECRET};
    expect(await identities.logIn(stack, 'jane', ['--no-browser'], {options: {env}})).toMatchObject({code: 0});
    const files = await Promise.all((await loginFiles(stack)).map((file) => readFile(file, 'utf8')));
    const login = files.find((text) => text.includes(SECRET_CLIENT)) ?? '';
    expect(login).not.toContain(SECRET);
    const {value} = (JSON.parse(login) as {id: {value: string}}).id;
    await stack.write({
      token: `${value}\n`,
      'workspaces/test.yaml': identities.workspace('test', {tokenFile: '../token'}),
    });
    await stack.allow();
    expect((await stack.json(['whoami'])).document).toMatchObject({
      error: {code: 'credential/wrong-audience', audience: [SECRET_CLIENT], clientId: 'gantry'},
    });
  });

  it('a code that is typed on another machine logs in, too', async () => {
    const stack = await identities.stack();
    const {code, stderr, page} = await identities.logIn(stack, 'dora', ['--device']);
    expect({code, stderr}).toMatchObject({code: 0, stderr: expect.stringMatching(/enter the code \S+ within 10m/)});
    expect(page?.status).toBe(200);
    expect((await stack.json(['whoami'])).document).toMatchObject({user: {username: 'oidc:dora@example.com'}});
  });

  it('a login that is declined in the browser is reported in the terminal, and nothing is stored', async () => {
    const stack = await identities.stack();
    const {code, stderr, page} = await identities.logIn(stack, 'jane', ['--no-browser'], {consent: 'no'});
    expect(code).toBe(4);
    expect(stderr).toContain('access_denied');
    expect(page?.text).toContain('The login failed');
    expect(await loginFiles(stack)).toEqual([]);
  });

  it('one login serves every workspace with its issuer and client, and a logout ends it for all and at the provider', async () => {
    const stack = await identities.stack();
    await stack.write({'workspaces/second.yaml': identities.workspace('second')});
    await stack.allow('second');
    await identities.logIn(stack, 'jane');
    expect((await stack.gantry(['whoami', '-w', 'second'])).code).toBe(0);
    await stack.write({
      'workspaces/second.yaml': identities.workspace('second', {
        scopes: ['email', 'groups', 'offline_access', 'profile'],
      }),
    });
    expect(await stack.gantry(['whoami', '-w', 'second'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('does not include the scope profile'),
    });

    const before = await editLogin(stack, ended);
    expect(await stack.gantry(['logout', '-w', 'second'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('logged out'),
    });
    expect(await loginFiles(stack)).toEqual([]);
    expect((await stack.gantry(['whoami'])).code).toBe(4);
    // Whoever had copied the tokens has nothing.
    await identities.logIn(stack, 'jane');
    await editLogin(stack, (login) => Object.assign(login, before));
    expect((await stack.json(['whoami'])).document).toMatchObject({error: {code: 'credential/login-ended'}});
    expect(await stack.gantry(['logout', '--all'])).toMatchObject({code: 0});
    expect((await stack.gantry(['logout', '--all'])).stdout).toContain('You were not logged in');
  });

  it('one of several processes renews the login, and all keep it', async () => {
    const {provider} = identities;
    const stack = await identities.stack();
    await identities.logIn(stack, 'jane');
    await editLogin(stack, ended);
    provider.grants.length = 0;
    const racers = Array.from({length: 3}, () => startGantry(stack, ['whoami']).ended);
    for (const {code, stderr} of await Promise.all(racers)) expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(provider.grants).toEqual(['refresh_token']);
    await editLogin(stack, ended);
    expect((await stack.gantry(['whoami'])).code).toBe(0);
    expect(await loginFiles(stack)).toHaveLength(1);
  });

  it('login opens the browser with one argument, and stores tokens in one place that only the user can read', async () => {
    const stack = await identities.stack();
    const [bin, opened] = [join(stack.dir, 'bin'), join(stack.dir, 'opened')];
    await mkdir(bin);
    await writeFile(
      join(bin, 'xdg-open'),
      `#!/bin/sh\nprintf '%s|%s' "$#" "$1" > '${opened}.new' && mv '${opened}.new' '${opened}'\n`,
    );
    await chmod(join(bin, 'xdg-open'), 0o755);
    const env = {PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':0'};
    const logging = stack.gantry(['login', '-v'], {env, typed: ''});
    await expect.poll(() => readFile(opened, 'utf8').catch(() => ''), {timeout: 20_000}).toMatch(/^1\|https:/);
    const address = (await readFile(opened, 'utf8')).slice(2);
    await browse(address, {ca: identities.provider.ca, login: 'jane'});
    const ran = await logging;
    expect(ran).toMatchObject({code: 0, stderr: expect.stringContaining('Opening the login in your browser')});

    const {id, access, refreshToken = ''} = await editLogin(stack);
    const more = await stack.gantry(['whoami', '-v', '-o', 'json']);
    for (const text of [ran.stdout, ran.stderr, more.stdout, more.stderr])
      for (const secret of [id.value, access.value, refreshToken]) expect(text).not.toContain(secret);
    const [file = ''] = await loginFiles(stack);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700);
  });

  it('a pipeline uses its own token, from a file that is read again or from the environment, and needs no login', async () => {
    const stack = await identities.stack();
    await identities.logIn(stack, 'robot+ci');
    const {id} = await editLogin(stack);
    await stack.gantry(['logout']);
    await stack.write({token: id.value, 'workspaces/test.yaml': identities.workspace('test', {tokenFile: '../token'})});
    await stack.allow();
    expect((await stack.json(['whoami'])).document).toMatchObject({
      user: {username: 'oidc:robot@example.com'},
      identity: {token: {kind: 'file'}},
    });
    await stack.write({'workspaces/test.yaml': identities.workspace('test', {tokenEnv: 'CI_TOKEN'})});
    await stack.allow();
    expect((await stack.gantry(['whoami'], {env: {CI_TOKEN: id.value}})).code).toBe(0);
    expect(await stack.gantry(['whoami'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('tokenEnv CI_TOKEN is not set'),
    });
  });
});
