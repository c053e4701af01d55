import {chmod, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {canary, everythingWritten, leaks, openToOthers, plainCanary} from '../rig/canaries.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {configMap} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {changedKubeconfig, keysOf, serverOf, unusedPort, withCluster, withUser} from './support/kubeconfigs.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const secretObject = (name: string, values: {readonly data: string; readonly stringData: string}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name},
  data: {encoded: base64(values.data)},
  stringData: {clear: values.stringData},
});

const job = (name: string, value: string, image = 'migrate:1'): JsonObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {name},
  spec: {
    template: {
      spec: {restartPolicy: 'Never', containers: [{name: 'migrate', image, env: [{name: 'PASSWORD', value}]}]},
    },
  },
});

onCluster('secrets in output and in files', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('values of a Secret are never printed or stored: shown, applied, changed, refused, recorded and destroyed', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const before = {data: canary('data'), stringData: canary('stringData')};
    const after = {data: canary('newData'), stringData: canary('newStringData')};
    const drift = canary('drift');
    const file = (values: typeof before) => ({'manifests/secret.yaml': secretObject('web', values)});
    const stack = await makeStack({kubeconfigPath, namespace, files: file(before)});
    const id = `v1:Secret:${namespace}:web`;
    const looks = [
      ['preview', '--detail'],
      ['release', 'list'],
      ['release', 'show'],
      ['resource', 'list'],
      ['resource', 'show', id],
    ];
    const printed = [
      await runAll(stack, [['preview', '--detail']]),
      await runAll(stack, [['apply', '--yes']], [['-v']]),
      await runAll(stack, looks),
    ];
    await stack.write(file(after));
    printed.push(
      await runAll(stack, [['preview', '--detail']]),
      await runAll(stack, [['apply', '--yes']], [['-o', 'jsonl']]),
    );
    const live = {apiVersion: 'v1', kind: 'Secret', namespace, name: 'web'};
    await cluster.patchAs('somebody', live, {data: {encoded: base64(drift)}});
    printed.push(await runAll(stack, looks));
    await stack.write({
      'manifests/secret.yaml': {
        ...secretObject('web', before),
        data: {'no key!': base64(before.data)},
        type: 'kubernetes.io/tls',
      },
    });
    printed.push(await runAll(stack, [['preview'], ['apply', '--yes']]));
    await stack.write(file(after));
    printed.push(
      await runAll(stack, [['destroy', '--yes', '--dry-run']]),
      await runAll(stack, [['destroy', '--yes']], [['-v']]),
    );
    printed.push(
      await runAll(stack, [
        ['release', 'show'],
        ['release', 'show', '1'],
        ['release', 'diff', '1', '2', '--detail'],
        ['release', 'rollback', '--to', '1', '--dry-run'],
        ['release', 'rollback', '--to', '1', '--yes'],
      ]),
    );
    const secrets = {
      data: before.data,
      stringData: before.stringData,
      newData: after.data,
      newStringData: after.stringData,
      drift,
    };
    await expectNoLeak(stack, printed.join('\n'), secrets);
  });

  it("values of a live Secret that joins the stack are never printed, nor kubectl's copy of them", async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const secrets = {live: canary('live'), own: canary('own'), other: canary('other')};
    const live = secretObject('web', {data: secrets.live, stringData: secrets.other});
    const annotations = {'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(live)};
    await cluster.create({...live, metadata: {name: 'web', namespace, annotations}});
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: {'manifests/secret.yaml': secretObject('web', {data: secrets.own, stringData: secrets.own})},
    });
    const printed = [
      await runAll(stack, [
        ['preview', '--detail'],
        ['apply', '--yes'],
        ['preview', '--adopt', 'all', '--detail'],
      ]),
      await runAll(stack, [['apply', '--yes', '--adopt', 'all', '--force-conflicts', 'all']], [['-o', 'jsonl']]),
      await runAll(stack, [
        ['release', 'show'],
        ['resource', 'show', `v1:Secret:${namespace}:web`],
      ]),
    ];
    expect(printed.join('\n')).toContain('adopt');
    await expectNoLeak(stack, printed.join('\n'), secrets);
  });

  it('a malformed Secret is never printed, although its line is shown', async () => {
    const secrets = {
      syntax: plainCanary('syntax'),
      notBase64: plainCanary('b64'),
      number: '837465928374659',
      field: plainCanary('field'),
      twin: plainCanary('twin'),
    };
    const stack = await makeStack({
      kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: {
        'manifests/syntax.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {a: "${secrets.syntax}", b: [\n`,
        'manifests/b64.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: b}\ndata: {a: "${secrets.notBase64}"}\n`,
        'manifests/number.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: c}\nstringData: {a: ${secrets.number}}\n`,
        'manifests/field.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: d}\nstringdata: {a: "${secrets.field}"}\n`,
        'manifests/twin.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: e}\nstringData:\n  a: "${secrets.twin}"\n  a: "${secrets.twin}"\n`,
      },
    });
    const printed = [await runAll(stack, [['validate'], ['preview'], ['apply', '--yes']])];
    for (const name of ['syntax', 'number', 'twin']) await stack.remove(`manifests/${name}.yaml`);
    printed.push(await runAll(stack, [['validate'], ['preview'], ['apply', '--yes']]));
    await expectNoLeak(stack, printed.join('\n'), secrets);
  });

  it('the environment of an unchangeable Job is never printed, although the server repeats it completely', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const value = canary('env');
    const stack = await makeStack({kubeconfigPath, namespace, files: {'manifests/job.yaml': job('migrate', value)}});
    expect((await stack.gantry(['apply', '--yes', '--no-wait'])).code).toBe(0);
    await stack.write({
      'manifests/job.yaml': {
        ...job('migrate', value, 'migrate:2'),
        metadata: {name: 'migrate', annotations: {'gantry.dev/replace': 'forbidden'}},
      },
    });
    const printed = await runAll(stack, [['preview'], ['apply', '--yes']]);
    expect(printed).toContain('migrate:2');
    expect(leaks(printed, {value})).toEqual([]);
  });

  it.skipIf(!clusterHas('admission webhooks'))(
    'a Secret that a policy of the server repeats in its refusal is never printed',
    async () => {
      const namespace = cluster.freshNamespace();
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
      const secrets = {data: canary('data'), stringData: canary('stringData')};
      const policy = {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicy',
        name: namespace,
      };
      const binding = {...policy, kind: 'ValidatingAdmissionPolicyBinding'};
      for (const ref of [binding, policy]) cluster.deleteAtEnd(ref);
      const {apiVersion} = policy;
      const message = `'bad: ' + object.data['encoded'] + ' ' + object.data['clear']`;
      await cluster.create({
        apiVersion,
        kind: policy.kind,
        metadata: {name: namespace},
        spec: {
          failurePolicy: 'Fail',
          matchConstraints: {
            namespaceSelector: {matchLabels: {'kubernetes.io/metadata.name': namespace}},
            resourceRules: [{apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['secrets']}],
          },
          validations: [{expression: 'false', messageExpression: message}],
        },
      });
      await cluster.create({
        apiVersion,
        kind: binding.kind,
        metadata: {name: namespace},
        spec: {policyName: namespace, validationActions: ['Deny']},
      });
      const files = {'manifests/secret.yaml': secretObject('keys', secrets)};
      const stack = await makeStack({kubeconfigPath, namespace, files});
      // The server takes a moment to enforce a new policy.
      await expect.poll(async () => (await stack.gantry(['preview'])).code, {timeout: 20_000}).toBe(3);
      const printed = await runAll(stack, [['preview'], ['apply', '--yes']]);
      expect(printed).toContain('bad: ');
      await expectNoLeak(stack, printed, secrets);
    },
  );

  it('a reference to the data of a Secret from another object is refused', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const secrets = {data: canary('data'), stringData: canary('stringData')};
    const value = `\${ref:v1:Secret:${namespace}:keys#data.encoded}`;
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: {
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{manifests: 'manifests/**/*', references: true}],
        },
        'manifests/secret.yaml': secretObject('keys', secrets),
        'manifests/settings.yaml': configMap('settings', {value}),
      },
    });
    const printed = await runAll(stack, [['validate'], ['preview'], ['apply', '--yes']]);
    expect(printed).toContain('data.value');
    await expectNoLeak(stack, printed, secrets);
    expect((await stack.gantry(['apply', '--yes'])).code).toBe(3);

    const copy = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'copy'}, data: {value}};
    await stack.write({'manifests/settings.yaml': copy});
    await expectNoLeak(stack, await runAll(stack, [['preview'], ['apply', '--yes'], ['preview']]), secrets);
    expect(await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'copy'})).toMatchObject({
      data: {value: base64(secrets.data)},
    });
  });

  it('the kubeconfig and the provider keys of a workspace are never printed or stored', async () => {
    const [token, accessKey, password] = [plainCanary('token'), canary('aws'), plainCanary('url')];
    const kubeconfig = changedKubeconfig(kubeconfigPath, (config) => {
      config.users.push({name: 'other', user: {token}});
    });
    const stack = await makeStack({
      namespace: cluster.freshNamespace(),
      files: {
        'manifests/a.yaml': configMap('a', {a: '1'}),
        'workspaces/test.yaml': {
          context: {
            kubeconfig_content: kubeconfig,
            AWS_ACCESS_KEY_ID: accessKey,
            AWS_SECRET_ACCESS_KEY: accessKey,
            AWS_REGION: 'eu-west-1',
            PROXY_URL: `https://user:${password}@proxy.example`,
          },
        },
      },
    });
    const commands = [
      ['workspace', 'show'],
      ['workspace', 'explain'],
      ['workspace', 'list'],
      ['workspace', 'current'],
      ['preview', '--detail'],
    ];
    const printed = [
      await runAll(stack, commands),
      await runAll(
        stack,
        [
          ['apply', '--yes'],
          ['workspace', 'trust'],
          ['release', 'show'],
          ['destroy', '--yes'],
        ],
        [['-v']],
      ),
    ];
    expect(printed.join('\n')).toContain('eu-west-1');
    await expectNoLeak(stack, printed.join('\n'), {
      token,
      accessKey,
      password,
      ...keysOf(kubeconfigPath),
    });
  });

  it('a malformed workspace file is never printed, although its line is shown', async () => {
    const secrets = {key: plainCanary('key'), token: plainCanary('token'), content: plainCanary('content')};
    const stack = await makeStack({namespace: 'x', files: {'manifests/a.yaml': configMap('a', {a: '1'})}});
    const wrong = [
      `context: {AWS_SECRET_ACCESS_KEY: "${secrets.key}", b: [\n`,
      `context:\n  kubeconfig_contnt: "${secrets.content}"\n`,
      `context:\n  kubeconfig_content: "users: [{user: {token: ${secrets.token}}"\n`,
      `context:\n  kubeconfig_content: {users: [{user: {token: ${secrets.token}}}]}\n`,
      `context:\n  AWS_SECRET_ACCESS_KEY: ["${secrets.key}"]\n`,
    ];
    const printed: string[] = [];
    for (const text of wrong) {
      await stack.write({'workspaces/test.yaml': text});
      printed.push(
        await runAll(stack, [['preview'], ['workspace', 'explain'], ['workspace', 'show'], ['workspace', 'list']]),
      );
    }
    await expectNoLeak(stack, printed.join('\n'), secrets);
  });

  it('the output of a login program and a refused token are never printed', async () => {
    const secrets = {good: plainCanary('exec'), broken: plainCanary('brokenexec')};
    const plugin = (output: string) => `#!/bin/sh\ncat <<'END'\n${output}\nEND\n`;
    const credential = {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: {token: secrets.good},
    };
    const exec = {apiVersion: 'client.authentication.k8s.io/v1', command: './login', interactiveMode: 'Never'};
    const stack = await makeStack({
      namespace: 'x',
      files: {
        'manifests/a.yaml': configMap('a', {a: '1'}),
        'workspaces/test.yaml': {context: {kubeconfig_path: './own.kubeconfig'}},
        'workspaces/own.kubeconfig': withUser(kubeconfigPath, {exec}),
      },
    });
    const printed: string[] = [];
    for (const output of [JSON.stringify(credential), `{"token": "${secrets.broken}`, `token: ${secrets.broken}`]) {
      await stack.write({'workspaces/login': plugin(output)});
      await chmod(join(stack.dir, 'workspaces/login'), 0o700);
      printed.push(await runAll(stack, [['preview'], ['apply', '--yes'], ['workspace', 'explain']]));
    }
    expect(printed.join('\n')).toContain('login');
    await expectNoLeak(stack, printed.join('\n'), secrets);
  });

  it('a password in the address of a server, a proxy or a git remote is never printed', async () => {
    const secrets = {server: plainCanary('server'), proxy: plainCanary('proxy'), remote: plainCanary('remote')};
    const port = await unusedPort();
    const given = new URL(serverOf(kubeconfigPath));
    const stack = await makeStack({
      namespace: cluster.freshNamespace(),
      files: {
        'manifests/a.yaml': configMap('a', {a: '1'}),
        '.git/config': `[remote "origin"]\n\turl = https://robot:${secrets.remote}@git.example/acme/shop.git\n`,
        'workspaces/test.yaml': {context: {kubeconfig_path: 'server.kubeconfig'}},
        'workspaces/server.kubeconfig': withCluster(kubeconfigPath, {
          server: `https://robot:${secrets.server}@${given.host}`,
        }),
        'workspaces/good.yaml': {context: {kubeconfig_path: kubeconfigPath}},
        'workspaces/proxy.yaml': {context: {kubeconfig_path: 'proxy.kubeconfig'}},
        'workspaces/proxy.kubeconfig': withCluster(kubeconfigPath, {
          'proxy-url': `http://robot:${secrets.proxy}@127.0.0.1:${port}`,
        }),
      },
    });
    const commands = [
      ['preview'],
      ['apply', '--yes'],
      ['release', 'show'],
      ['release', 'list'],
      ['workspace', 'explain'],
      ['workspace', 'trust'],
    ];
    const printed = [
      await runAll(stack, commands, [['-v'], ['-o', 'json']]),
      ...(await Promise.all(
        ['good', 'proxy'].map((name) =>
          runAll(
            stack,
            commands.map((command) => [...command, '-w', name]),
            [['-v'], ['-o', 'json']],
          ),
        ),
      )),
    ];
    await expectNoLeak(stack, printed.join('\n'), secrets);
  });

  it('files below GANTRY_HOME are readable only by their owner', async () => {
    const stack = await makeStack({
      kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: {'manifests/a.yaml': configMap('a', {a: '1'})},
    });
    const before = process.umask(0);
    try {
      await stack.gantry(['workspace', 'create', 'own', '--kubeconfig', kubeconfigPath]);
      await stack.gantry(['workspace', 'switch', 'own']);
      await stack.gantry(['apply', '--yes']);
    } finally {
      process.umask(before);
    }
    expect(await openToOthers(join(stack.home, '.gantry'))).toEqual([]);
    expect((await everythingWritten(join(stack.home, '.gantry'))).size).toBeGreaterThan(5);
    expect(await readFile(join(stack.home, '.gantry', 'keys', 'hmac'), 'utf8')).toMatch(/[0-9a-f]{64}/);
  });
});
