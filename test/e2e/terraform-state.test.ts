import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {acquireLock} from '../../src/engine/release/acquire.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import {ReleaseOutput} from '../../src/ui/output/release-output.ts';
import {ResourceListOutput, ResourceShowOutput} from '../../src/ui/output/resource-output.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {holderNamed, resource, terraformStateOf} from '../rig/releases.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const QUEUE = 'module.queues.aws_sqs_queue.orders[0]';
const NAMES = {project: 'shop', stack: 'shop', workspace: 'test'};
const SEALED = {$gantry: {secret: {hmac: 'a'.repeat(64)}}};

/** Records a release on top of the last one, as a version with a runtime for Terraform would have. */
async function recordQueue({home}: Stack): Promise<void> {
  const backend = localBackend({directory: join(home, '.gantry')});
  const history = await openHistory({backend, ...NAMES});
  await using lock = await acquireLock({
    backend,
    history,
    names: NAMES,
    holder: holderNamed('anna'),
    clock: systemClock,
    lockTimeoutMs: 0,
    signal: new AbortController().signal,
    onEvent: () => undefined,
  });
  const {last} = history;
  if (last === undefined) throw new Error('nothing was released');
  const queue = {...resource(QUEUE, {name: 'orders'}), type: 'Terraform' as const};
  const run: Release = {
    ...last,
    lineage: lock.lineage,
    revision: lock.revision,
    epoch: lock.epoch,
    phase: 'applying',
    spec: [...last.spec, queue],
    state: [...last.state, terraformStateOf(QUEUE, {name: 'orders', url: 'https://sqs.example/orders', key: SEALED})],
  };
  await lock.begin(run);
  await lock.finish({...run, phase: 'succeeded'});
}

async function stackWithQueue(): Promise<Stack> {
  const context = 'context: {cluster: sandbox}\n';
  const files = {...manifests(configMap('settings', {color: 'blue'})), 'workspaces/test.yaml': context};
  const stack = await makeStack({namespace: 'shop', files});
  expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
  await recordQueue(stack);
  return stack;
}

describe('a release with a Terraform resource', () => {
  it('a Terraform resource is listed, shown and compared, with secrets as ***', async () => {
    const stack = await stackWithQueue();
    const shown = await stack.json(['release', 'show']);
    expect(ReleaseOutput.parse(shown.document).state[1]).toMatchObject({
      type: 'Terraform',
      address: QUEUE,
      attributes: {url: 'https://sqs.example/orders', key: '***'},
    });
    const listed = await stack.json(['resource', 'list']);
    expect(ResourceListOutput.parse(listed.document).resources).toMatchObject([
      {type: 'Terraform', address: QUEUE, provider: 'registry.terraform.io/hashicorp/aws'},
      {type: 'Kubernetes', kind: 'ConfigMap'},
    ]);
    const one = await stack.json(['resource', 'show', QUEUE]);
    expect(ResourceShowOutput.parse(one.document)).toMatchObject({
      resource: {address: QUEUE, attributes: {key: '***'}},
      attributes: {name: 'orders'},
    });
    const texts = [
      ['release', 'show'],
      ['release', 'diff'],
      ['release', 'log'],
      ['release', 'list'],
      ['resource', 'list'],
    ];
    for (const args of [...texts, ['resource', 'show', QUEUE]]) {
      const ran = await stack.gantry(args);
      expect(ran, args.join(' ')).toMatchObject({code: 0, stderr: ''});
      if (!['log', 'list'].includes(args[1] ?? '') || args[0] === 'resource') expect(ran.stdout).toContain(QUEUE);
      expect(ran.stdout).not.toMatch(/undefined|hmac/);
    }
    expect((await stack.gantry(['resource', 'show', QUEUE])).stdout).toMatch(
      /^Address +module\.queues\.aws_sqs_queue\.orders\[0\]$\n^Provider +registry\.terraform\.io\/hashicorp\/aws, schema version 0$/m,
    );
  });

  it.each([
    'preview',
    'apply --yes',
    'destroy --yes',
    'release rollback --to 1 --yes',
    `resource forget ${QUEUE} --yes`,
    'drift',
  ])('gantry %s refuses a Terraform resource whose state is not sealed', async (command) => {
    const stack = await stackWithQueue();
    const {code, document} = await stack.json<{readonly error?: object; readonly failed?: readonly object[]}>(
      command.split(' '),
    );
    expect({code, error: document.error ?? document.failed?.[0]}).toMatchObject({
      code: 5,
      error: {code: 'terraform/unusable', message: expect.stringContaining('is not sealed')},
    });
    expect((await stack.json<{readonly releases: object[]}>(['release', 'list'])).document.releases).toHaveLength(2);
  });

  it('status and wait look at the objects of the cluster alone', async () => {
    const stack = await stackWithQueue();
    const status = await stack.json<{readonly healthy: boolean; readonly diagnostics: readonly {code: string}[]}>([
      'status',
    ]);
    expect(status).toMatchObject({code: 0, document: {healthy: true}});
    expect(status.document.diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'status/not-looked-at',
        message: expect.stringContaining('1 Terraform resource'),
        hint: expect.stringContaining('gantry drift'),
      }),
    );
    expect((await stack.gantry(['status', 'v1:ConfigMap:shop:settings'])).stderr).not.toContain('Terraform');
    expect(await stack.gantry(['wait'])).toMatchObject({code: 0});
  });

  it('a rebuilt release keeps the Terraform resources of the newest record', async () => {
    const stack = await stackWithQueue();
    const rebuilt = await stack.gantry(['release', 'rebuild', '--force', '--yes']);
    expect(rebuilt, rebuilt.stderr).toMatchObject({code: 0});
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document.state.map(({id}) => id)).toEqual(expect.arrayContaining([QUEUE, 'v1:ConfigMap:shop:settings']));
  });

  it('a run that leaves out a Terraform resource keeps it', async () => {
    const stack = await stackWithQueue();
    await stack.write(manifests(configMap('settings', {color: 'green'})));
    const ran = await stack.gantry(['apply', '--yes', '--exclude', QUEUE]);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document.revision).toBe(3);
    expect(document.state.find(({id}) => id === QUEUE)).toMatchObject({type: 'Terraform', schemaVersion: 0});
    expect(document.spec.map(({id}) => id)).toContain(QUEUE);
  });

  it('a Terraform resource provides its recorded values to another stack, and no secret', async () => {
    const stack = await stackWithQueue();
    const env = {GANTRY_HOME: join(stack.home, '.gantry')};
    const other = await makeStack({
      name: 'other',
      files: {
        'stack.yaml': {
          name: 'other',
          workspace: 'test',
          namespace: 'other',
          sources: [{manifests: 'manifests/*', references: true}],
        },
        'workspaces/test.yaml': 'context: {cluster: sandbox}\n',
        ...manifests(configMap('queue', {url: `\${ref:stack:shop/shop#${QUEUE}#url}`})),
      },
    });
    const {document, stderr} = await other.json<Plan>(['preview'], {env});
    const change = document.changes.find(({id}) => id === 'v1:ConfigMap:other:queue');
    expect(change?.fields, stderr).toMatchObject([{path: 'data', after: {url: 'https://sqs.example/orders'}}]);
    for (const [path, code] of [
      ['key', 'reference/secret-value'],
      ['arn', 'reference/missing-field'],
    ]) {
      await other.write(manifests(configMap('queue', {url: `\${ref:stack:shop/shop#${QUEUE}#${path}}`})));
      const refused = await other.gantry(['preview'], {env});
      expect(refused, path).toMatchObject({code: 3, stderr: expect.stringContaining(`(${code})`)});
    }
  });

  it('a release with a Terraform resource has logs and health of its Kubernetes objects', async () => {
    const stack = await stackWithQueue();
    expect(await stack.gantry(['logs'])).toMatchObject({code: 0});
    expect(await stack.gantry(['status', 'ConfigMap'])).toMatchObject({code: 0});
  });
});
