import {chmod} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {plainCanary} from '../rig/canaries.ts';
import {authority, httpsServer} from '../rig/https-server.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {configMap} from '../rig/objects.ts';
import {startCollector} from '../rig/otlp-collector.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

/** How a server, or a proxy before it, may say what it was sent, and what it knows. */
const SAYINGS = [
  {title: 'forbids it', status: 403, reason: 'Forbidden'},
  {title: 'does not know the credential', status: 401, reason: 'Unauthorized'},
  {title: 'is broken', status: 400, reason: 'BadRequest'},
  {title: 'answers with a page', status: 200, reason: undefined},
];

/** All that a workspace knows, and none of it is a value of the stack. */
async function scene(user: Readonly<Record<string, string>> = {}) {
  const secrets = {
    token: plainCanary('token'),
    password: plainCanary('password'),
    awsKey: plainCanary('aws'),
    processKey: plainCanary('process'),
    plainEnv: plainCanary('plainenv'),
    storeValue: plainCanary('store'),
  };
  let saying = SAYINGS[0];
  // What the run itself has not come to know, nobody can recognize.
  const {storeValue, password, token, ...known} = secrets;
  const own = 'password' in user ? password : token;
  const echo = [own, ...Object.values(known)].join(' and ');
  const server = await httpsServer((request, response) => {
    const status = saying?.status ?? 500;
    const message = `you sent ${String(request.headers.authorization)}, and ${JSON.stringify(echo)}, ${Buffer.from(echo).toString('base64')}`;
    const {reason} = saying ?? {};
    const body = {kind: 'Status', apiVersion: 'v1', status: 'Failure', code: status, reason, message};
    const answer = reason === undefined ? `<html>${message}` : JSON.stringify(body);
    response.writeHead(status, {'content-type': reason === undefined ? 'text/html' : 'application/json'}).end(answer);
  });
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'a',
        cluster: {server: server.address, 'certificate-authority-data': Buffer.from(authority.cert).toString('base64')},
      },
    ],
    users: [{name: 'a', user: 'password' in user ? {username: 'robot', password} : {token}}],
    contexts: [{name: 'a', context: {cluster: 'a', user: 'a', namespace: 'a'}}],
    'current-context': 'a',
  };
  const collector = await startCollector();
  const stack = await makeStack({
    namespace: 'a',
    files: {
      'stack.yaml': {
        name: 'shop',
        workspace: 'test',
        namespace: 'a',
        sources: [{manifests: 'manifests/*', references: true}],
      },
      'manifests/a.yaml': configMap('a', {a: 'ref://program@a/value'}),
      'workspaces/test.yaml': {
        name: 'test',
        context: {
          kubeconfig_content: 'ref://own@KUBECONFIG',
          AWS_ACCESS_KEY_ID: 'AKIATEST',
          AWS_SECRET_ACCESS_KEY: secrets.awsKey,
        },
        env: {PLAIN_TOKEN: secrets.plainEnv},
        trust: {programs: 'all'},
        secretStores: {
          own: {provider: {env: {prefix: 'CTX_'}}},
          program: {provider: {exec: {command: ['../program']}}},
          cluster: {provider: {kubernetes: {namespace: 'a'}}},
        },
      },
      program: `#!/bin/sh\necho '${JSON.stringify({value: storeValue})}'\n`,
    },
  });
  await chmod(join(stack.dir, 'program'), 0o700);
  await stack.allow();
  const env = {
    CTX_KUBECONFIG: JSON.stringify(kubeconfig),
    VAULT_TOKEN: secrets.processKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  const gantry: Stack['gantry'] = (args, more) => stack.gantry(args, {...more, env: {...env, ...more?.env}});
  return {stack: {...stack, gantry}, secrets, collector, say: (one: (typeof SAYINGS)[number]) => void (saying = one)};
}

const OUTPUTS = [['-v'], ['-o', 'json'], ['-o', 'jsonl']];

describe('echoed secrets of a workspace', () => {
  it.each(SAYINGS)('no secret of a workspace is printed when the server $title', async (saying) => {
    const {stack, secrets, collector, say} = await scene();
    say(saying);
    const commands = [['whoami'], ['workspace', 'check'], ['can-i', 'get', 'pods'], ['drift']];
    // What is not JSON is asked for again.
    const printed = [await runAll(stack, saying.reason === undefined ? [['whoami']] : commands, OUTPUTS)];
    if (saying.reason !== undefined) printed.push(await runAll(stack, [['preview'], ['apply', '--yes']], OUTPUTS));
    expect(printed.join('\n')).toContain(saying.reason === undefined ? 'not JSON' : 'you sent ***');
    await expectNoLeak(stack, printed.join('\n') + collector.bodies(), secrets);
  });

  it('no secret is printed when the cluster of a secret store repeats it, nor the password of a user', async () => {
    const {stack, secrets} = await scene({password: ''});
    await stack.write({'manifests/a.yaml': configMap('a', {a: 'ref://cluster@a/value'})});
    const printed = await runAll(stack, [['preview'], ['whoami']], OUTPUTS);
    expect(printed).toContain('you sent ***');
    await expectNoLeak(stack, printed, secrets);
  });
});
