import {once} from 'node:events';
import {connect} from 'node:net';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {
  SandboxExportOutput,
  SandboxResetOutput,
  SandboxServeOutput,
  SandboxStatusOutput,
} from '../../src/ui/output/sandbox-output.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {configMap, manifests, service, workload} from '../rig/objects.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {filesBelow} from './support/refusal.ts';

const stackOf = (context?: string): Promise<Stack> =>
  makeStack({
    namespace: 'shop',
    files: {
      ...manifests(configMap('settings', {color: 'blue'})),
      ...(context === undefined ? {} : {'workspaces/test.yaml': `context: {cluster: ${context}}\n`}),
    },
  });

/** Says, as a program that finds its cluster in KUBECONFIG, what a ConfigMap there holds. */
const LOOK = `
const {readFileSync, statSync} = await import('node:fs');
const {request} = await import('node:https');
const file = process.env.KUBECONFIG;
const text = readFileSync(file, 'utf8');
const field = (name) => new RegExp(name + '"?: "?([^"\\\\s]+)').exec(text)[1];
const ca = Buffer.from(field('certificate-authority-data'), 'base64');
const headers = {authorization: 'Bearer ' + field('token')};
const url = field('server') + '/api/v1/namespaces/shop/configmaps/settings';
request(url, {ca, headers}, async (response) => {
  let body = '';
  for await (const part of response) body += part;
  console.log(JSON.stringify({mode: (statSync(file).mode & 0o777).toString(8), data: JSON.parse(body).data}));
}).end();
`;

describe('the workspace sandbox', () => {
  it('the sandbox leaves no address in the cache, because the next run has another one', async () => {
    const stack = await stackOf();
    for (const round of [1, 2]) expect((await stack.gantry(['preview', '-w', 'sandbox'])).code, `${round}`).toBe(0);
    const cached = await filesBelow(join(stack.home, '.gantry', 'cache'));
    expect(cached.filter((file) => !file.includes('/cache/completion/'))).toEqual([]);
  });

  it('the sandbox is available on any machine: the next command finds the objects, and nothing runs in between', async () => {
    const stack = await stackOf();
    expect(await stack.gantry(['apply', '-w', 'sandbox', '--yes'])).toMatchObject({code: 0});
    const again = await stack.gantry(['apply', '-w', 'sandbox', '--yes']);
    expect(again).toMatchObject({code: 0, stdout: expect.stringContaining('Nothing to do')});
    const {document} = await stack.json(['sandbox', 'status']);
    expect(SandboxStatusOutput.parse(document).sandboxes).toEqual([
      expect.objectContaining({name: 'sandbox', objects: expect.any(Number)}),
    ]);
    expect(JSON.stringify(document)).not.toContain('served');
  });

  it('a Service finds pods that use the network of the node', async () => {
    const web = workload('DaemonSet', 'web', {pod: {hostNetwork: true}});
    const stack = await makeStack({namespace: 'shop', files: manifests(web, service('web'))});
    const applied = await stack.gantry(['apply', '-w', 'sandbox', '--yes']);
    expect(applied).toMatchObject({code: 0, stderr: expect.not.stringContaining('sandbox/controller')});
    const {document} = await stack.json(['sandbox', 'export']);
    const [slice] = SandboxExportOutput.parse(document).objects.filter(({kind}) => kind === 'EndpointSlice');
    expect(slice?.['endpoints']).toEqual([expect.objectContaining({addresses: ['10.0.0.1']})]);
  });

  it('the sandbox gives programs the cluster while they run, in a file that only the user can read', async () => {
    const stack = await stackOf();
    await stack.gantry(['apply', '-w', 'sandbox', '--yes', '--quiet']);
    const node = ['exec', '-w', 'sandbox', '--', process.execPath, '--input-type=module', '-e', LOOK];
    const ran = await startGantry(stack, node).ended;
    expect(ran).toMatchObject({code: 0, stderr: ''});
    expect(JSON.parse(ran.stdout)).toEqual({mode: '600', data: {color: 'blue'}});
  });

  it.for(['kubectl', 'helm'] as const)('the sandbox is a cluster for %s', async (name, {skip}) => {
    const tool = (await toolPath(name)) ?? skip(`there is no ${name}, and no Go to build it`);
    const stack = await stackOf();
    await stack.gantry(['apply', '-w', 'sandbox', '--yes', '--quiet']);
    const asked = name === 'kubectl' ? ['get', 'configmap/settings', '-n', 'shop', '-o', 'name'] : ['list', '-A', '-q'];
    const ran = await startGantry(stack, ['exec', '-w', 'sandbox', '--', tool, ...asked]).ended;
    expect(ran).toEqual({code: 0, stdout: name === 'kubectl' ? 'configmap/settings\n' : '', stderr: ''});
  });
});

describe('a named sandbox', () => {
  it('a named sandbox is separate from the others', async () => {
    const stack = await stackOf('sandbox/try');
    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    const {document} = await stack.json(['sandbox', 'export', 'try']);
    const names = SandboxExportOutput.parse(document).objects.map(
      ({kind, metadata}) => `${String(kind)} ${(metadata as {readonly name: string}).name}`,
    );
    expect(names).toContain('ConfigMap settings');
    expect(await stack.gantry(['sandbox', 'export'])).toMatchObject({code: 3});
  });

  it('a sandbox after a reset is another cluster: nothing is applied to it before the user confirms it', async () => {
    const stack = await stackOf('sandbox/try');
    await stack.gantry(['apply', '--yes', '--quiet']);
    const {document} = await stack.json(['sandbox', 'reset', 'try', '--yes']);
    expect(SandboxResetOutput.parse(document)).toMatchObject({outcome: 'reset'});
    const other = await stack.gantry(['preview']);
    expect(other).toMatchObject({code: 5, stderr: expect.stringContaining('gantry workspace trust test')});
    expect(await stack.gantry(['workspace', 'trust'])).toMatchObject({code: 0});
    expect(await stack.gantry(['preview'])).toMatchObject({code: 0, stdout: expect.stringContaining('to create')});
  });

  it('sandbox serve runs until Ctrl-C, and only then env and kubeconfig print data for later use', async () => {
    const stack = await stackOf('sandbox/try');
    const unserved = await stack.gantry(['env']);
    expect(unserved).toMatchObject({code: 5, stderr: expect.stringContaining('gantry sandbox serve try')});
    const serving = startGantry(stack, ['sandbox', 'serve', 'try', '-o', 'jsonl']);
    const {type: _, seq: __, time: ___, ...document} = await serving.event('result');
    const {server, owner} = SandboxServeOutput.parse(document);
    expect(owner).toBe(true);
    const printed = await stack.gantry(['kubeconfig', '--print', '--reveal']);
    expect(printed).toMatchObject({code: 0, stdout: expect.stringContaining(server)});
    expect(await stack.gantry(['apply', '--yes', '--quiet'])).toMatchObject({code: 0});
    expect(await stack.gantry(['sandbox', 'reset', 'try', '--yes'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(`process ${serving.child.pid}`),
    });
    serving.child.kill('SIGINT');
    expect(await serving.ended).toMatchObject({code: 0, stderr: ''});
    const [error] = (await once(connect(Number(new URL(server).port), '127.0.0.1'), 'error')) as [{code: string}];
    expect(error.code).toBe('ECONNREFUSED');
  });
});
