import {chmod, mkdir, readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import {canary, everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import {vaultDouble} from '../rig/doubles/vault.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {configMap, deployment, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startCollector} from '../rig/otlp-collector.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {changedKubeconfig, userOf} from './support/kubeconfigs.ts';

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

/** What everybody on the machine sees of a program and of who has started it: their words, and what files there are. */
const SNOOP =
  'tr "\\0" " " </proc/$$/cmdline >>"$SNOOPED"; tr "\\0" " " </proc/$PPID/cmdline >>"$SNOOPED"; ls -lR "$TMPDIR" >>"$SNOOPED"';

const marksOf = (object: JsonObject | undefined): string => {
  const metadata = object?.['metadata'];
  return JSON.stringify(
    isObject(metadata) ? [metadata['labels'], metadata['annotations'], metadata['managedFields']] : [],
  );
};

onCluster('secrets of a workspace, its stores and its programs', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function scene() {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const secrets = {
      vaultValue: canary('vault'),
      dotenvValue: plainCanary('dotenv'),
      fileValue: canary('file'),
      execValue: canary('exec'),
      clusterValue: canary('cluster'),
      envValue: canary('env'),
      vaultToken: plainCanary('vaulttoken'),
      execEnv: plainCanary('execenv'),
      userToken: plainCanary('usertoken'),
      awsKey: plainCanary('aws'),
      alicloudKey: plainCanary('alicloud'),
      google: plainCanary('google'),
      armSecret: plainCanary('arm'),
      plainEnv: plainCanary('plainenv'),
      refEnv: plainCanary('refenv'),
      processKey: plainCanary('process'),
    };
    const bytes = Buffer.concat([Buffer.from([0xff, 0, 0xfe]), Buffer.from(plainCanary('bytes'))]);
    await cluster.create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'store', namespace},
      data: {value: base64(secrets.clusterValue), bytes: base64(bytes)},
    });
    const vault = await vaultDouble();
    vault.tokens.set(secrets.vaultToken, ['']);
    vault.engines.set('secret', {
      type: 'kv',
      version: 2,
      secrets: {app: [{data: {password: secrets.vaultValue, user: 'app'}}]},
    });
    const kubeconfig = changedKubeconfig(kubeconfigPath, (config) => {
      config.users.push({name: 'other', user: {token: secrets.userToken}});
    });
    const stack = await makeStack({
      namespace,
      files: {
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{manifests: 'manifests/*', references: true}],
        },
        'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items: users()},
        'workspaces/test.yaml': {
          name: 'test',
          context: {
            kubeconfig_content: 'ref://own@KUBECONFIG',
            AWS_ACCESS_KEY_ID: secrets.awsKey,
            AWS_SECRET_ACCESS_KEY: secrets.awsKey,
            ALICLOUD_ACCESS_KEY: 'ref://dotenv@ALICLOUD',
            ALICLOUD_SECRET_KEY: 'ref://dotenv@ALICLOUD',
            GOOGLE_CREDENTIALS: JSON.stringify({type: 'service_account', private_key: secrets.google}),
            ARM_CLIENT_SECRET: 'ref://dotenv@ARM',
          },
          env: {APP_TOKEN: 'ref://dotenv@APP', PLAIN_TOKEN: secrets.plainEnv},
          trust: {programs: 'all'},
          secretStore: {
            provider: {vault: {server: vault.url, caFile: '../ca.pem', auth: {token: 'ref://own@VAULT_TOKEN'}}},
          },
          secretStores: {
            own: {provider: {env: {prefix: 'CTX_'}}},
            dotenv: {provider: {file: {path: '../stores/.env'}}},
            files: {provider: {file: {path: '../stores/files'}}},
            cluster: {provider: {kubernetes: {namespace}}},
            program: {provider: {exec: {command: ['../stores/program'], env: {LOGIN: 'ref://own@LOGIN'}}}},
          },
        },
        'ca.pem': vault.ca,
        'stores/.env': [
          `PASSWORD=${secrets.dotenvValue}`,
          `ALICLOUD=${secrets.alicloudKey}`,
          `ARM=${secrets.armSecret}`,
          `APP=${secrets.refEnv}`,
        ].join('\n'),
        'stores/files/db': secrets.fileValue,
        'stores/program': `#!/bin/sh\n${SNOOP}\necho "login as $LOGIN, and $AWS_SESSION_TOKEN" >&2\nif [ "$GANTRY_SECRET_NAME" = broken ]; then echo '${secrets.execValue.split(' ')[0]}'; exit 3; fi\ncat <<'END'\n${JSON.stringify({value: secrets.execValue})}\nEND\n`,
      },
    });
    await chmod(join(stack.dir, 'stores/program'), 0o700);
    await stack.allow();
    const tmp = join(stack.dir, '..', 'tmp');
    await mkdir(tmp);
    const collector = await startCollector();
    const env = {
      CTX_KUBECONFIG: kubeconfig,
      CTX_VAULT_TOKEN: secrets.vaultToken,
      CTX_LOGIN: secrets.execEnv,
      CTX_VALUE: secrets.envValue,
      AWS_SESSION_TOKEN: secrets.processKey,
      SNOOPED: join(stack.dir, '..', 'snooped'),
      TMPDIR: tmp,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    };
    const key = String(userOf(kubeconfigPath)['client-key-data']);
    const all = {
      ...secrets,
      bytes: base64(bytes).slice(4, 40),
      clientKey: key.slice(60, 120),
      clientKeyInClear: Buffer.from(key, 'base64').toString().split('\n')[1] ?? '',
    };
    return {
      stack: {
        ...stack,
        gantry: (args, more) => stack.gantry(args, {...more, env: {...env, ...more?.env}}),
      } satisfies Stack,
      namespace,
      secrets: all,
      env,
      collector,
      tmp,
    };
  }

  const users = (image = 'nginx:1.27'): readonly JsonObject[] => [
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'keys'},
      data: {vault: 'ref://app/password', bytes: 'ref://cluster@store/bytes', inside: 'x-${ref://program@any/value}'},
    },
    deployment('web', {
      image,
      env: [
        {name: 'A', value: 'ref://app/password'},
        {name: 'B', value: 'pg://u:${ref://dotenv@PASSWORD}@h/?q=${ref://files@db}'},
        {name: 'C', value: 'ref://cluster@store/value'},
      ],
      args: ['--token', 'ref://own@VALUE'],
    }),
    configMap('settings', {url: 'pg://u:${ref://dotenv@PASSWORD}@h'}, {annotations: {note: 'ref://own@VALUE'}}),
  ];

  it('no command prints, records, sends or leaves behind a secret of the workspace', {timeout: 120_000}, async () => {
    const {stack, namespace, secrets, env, collector, tmp} = await scene();
    const web = `apps/v1:Deployment:${namespace}:web`;
    const of = (of: readonly (readonly string[])[], ...outputs: readonly (readonly string[])[]) =>
      runAll(stack, of, outputs);
    const reports = ['markdown', 'json', 'junit', 'sarif', 'gitlab-codequality', 'gitlab-terraform'];
    const printed = [
      await of(
        [
          ['workspace', 'show'],
          ['workspace', 'explain'],
          ['workspace', 'explain', 'test'],
          ['workspace', 'list'],
          ['workspace', 'check'],
          ['whoami'],
          ['build', '--masked'],
          ['validate'],
        ],
        ['-v'],
        ['-o', 'json'],
      ),
      await of(
        [['preview', '--detail', ...reports.flatMap((format) => ['--report', `${format}=report.${format}`])]],
        ['-v'],
        ['-o', 'markdown'],
        ['-o', 'yaml'],
        ['-o', 'jsonl'],
      ),
      await of([['preview', '--save', 'plan.json']], ['-v']),
      await of([['apply', 'plan.json', '--no-wait']], ['-v', '-o', 'jsonl']),
    ];
    await stack.write({'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items: users('nginx:1.28')}});
    printed.push(
      await of([['apply', '--yes', '--no-wait']], ['-v']),
      await of(
        [
          ['status'],
          ['drift'],
          ['why', web, 'spec.template.spec.containers[0].env[0].value'],
          ['release', 'show'],
          ['release', 'log'],
          ['release', 'diff', '1', '2', '--detail'],
          ['resource', 'show', web],
        ],
        ['-v'],
        ['-o', 'json'],
      ),
    );
    const whole = printed.join('\n');
    for (const said of ['release 2', 'nginx:1.28', 'ref://app/password', 'ref://dotenv@ARM'])
      expect(whole).toContain(said);
    await expectNoLeak(stack, whole, secrets);
    expect(collector.spans().length).toBeGreaterThan(5);
    expect(leaks(collector.bodies(), secrets)).toEqual([]);
    const files = await everythingWritten(stack.dir);
    const made = [...files].filter(([file]) => !/\/(?:stores|workspaces)\//.test(file));
    expect(made.map(([file]) => file).filter((file) => file.includes('report.'))).toHaveLength(reports.length);
    expect(made.flatMap(([file, text]) => leaks(text, secrets).map((leak) => `${file}: ${leak}`))).toEqual([]);
    expect(leaks(await readFile(env.SNOOPED, 'utf8'), secrets)).toEqual([]);
    expect(await readdir(tmp)).toEqual([]);
    for (const ref of [
      {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'},
      {apiVersion: 'v1', kind: 'Secret', name: 'keys'},
    ])
      expect(leaks(marksOf(await cluster.get({...ref, namespace})), secrets)).toEqual([]);
  });

  it('no message about failing stores, programs and runs contains a secret', {timeout: 60_000}, async () => {
    const {stack, namespace, secrets, collector} = await scene();
    const wrong = {
      property: 'ref://app/passwrd',
      program: 'ref://program@broken/value',
      file: 'ref://files@db/property',
      bytes: 'x-${ref://cluster@store/bytes}',
      missing: 'ref://dotenv@NONE',
    };
    await stack.write({'manifests/all.yaml': configMap('a', wrong)});
    const printed = [await runAll(stack, [['preview'], ['apply', '--yes']], [['-v'], ['-o', 'json'], ['-o', 'jsonl']])];
    for (const said of ['passwrd', 'ended with 3: login as ***']) expect(printed.join('\n')).toContain(said);
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {name: 'a', annotations: {'gantry.dev/replace': 'forbidden'}},
      spec: {
        template: {
          spec: {
            restartPolicy: 'Never',
            containers: [{name: 'app', image: 'a:1', env: [{name: 'A', value: 'ref://cluster@store/value'}]}],
          },
        },
      },
    };
    await stack.write({'manifests/all.yaml': job});
    printed.push(await runAll(stack, [['apply', '--yes', '--no-wait']], [['-v']]));
    const other = JSON.parse(JSON.stringify(job).replace('a:1', 'a:2')) as JsonObject;
    await stack.write({'manifests/all.yaml': other});
    printed.push(await runAll(stack, [['preview'], ['apply', '--yes'], ['status']], [['-v'], ['-o', 'jsonl']]));
    expect(printed.join('\n')).toContain('immutable');
    await stack.write({'ca.pem': 'none'});
    await stack.write({'manifests/all.yaml': configMap('a', {a: 'ref://app/password'}, {namespace})});
    printed.push(await runAll(stack, [['preview'], ['workspace', 'check']], [['-v'], ['-o', 'json']]));
    await expectNoLeak(stack, printed.join('\n'), secrets);
    expect(leaks(collector.bodies(), secrets)).toEqual([]);
  });

  it('no output of programs and no file that others may read contains a secret, also not afterwards', async () => {
    const {stack, secrets, env, tmp} = await scene();
    const script = `${SNOOP}; test -n "$APP_TOKEN" && test -n "$KUBECONFIG" && ls -l "$KUBECONFIG" >>"$SNOOPED"; exit 7`;
    const {child, ended} = startGantry(stack, ['exec', '-v', '--', 'sh', '-c', script], env);
    const ran = await ended;
    expect(ran, ran.stderr).toMatchObject({code: 7});
    expect(child.pid).toBeGreaterThan(0);
    const snooped = await readFile(env.SNOOPED, 'utf8');
    expect(snooped).toMatch(/gantry\.js exec -v/);
    expect(snooped).toMatch(/^-rw------- .*kubeconfig/m);
    await expectNoLeak(stack, [ran.stdout, ran.stderr, snooped].join('\n'), secrets);
    expect(await readdir(tmp)).toEqual([]);
    for (const command of [['env'], ['kubeconfig', '--print'], ['workspace', 'show']]) {
      const {stdout, stderr} = await stack.gantry(command, {typed: ''});
      expect(leaks(stdout + stderr, secrets), command.join(' ')).toEqual([]);
    }
  });
});
