import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied} from '../rig/changes.ts';
import {failing} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {type GantryOptions, makeStack, type Stack} from '../rig/stack.ts';

const DIGEST = `sha256:${'d'.repeat(64)}`;
const OTHER = `sha256:${'e'.repeat(64)}`;
const IMAGE = 'registry.example/web';
const POD = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {terminationGracePeriodSeconds: 0, containers: [{name: app, image: ${IMAGE}}]}
`;
const STACK = `name: shop
namespace: \${context:namespace}
sources: [{manifests: app.yaml}]
images:
  ${IMAGE}: ":1.0"
`;
const ANNOTATED = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, annotations: {tier: prod}}\n';

onCluster('gantry promote', (cluster) => {
  const environments = async (files: Readonly<Record<string, unknown>> = {}) => {
    const [staging, prod] = [cluster.freshNamespace('staging'), cluster.freshNamespace('prod')];
    const workspace = (namespace: string) => ({context: {kubeconfig_path: cluster.kubeconfigPath, namespace}});
    const stack = await makeStack({
      files: {
        'stack.yaml': STACK,
        'app.yaml': POD,
        'patches/prod.yaml': ANNOTATED,
        'workspaces/staging.yaml': workspace(staging),
        'workspaces/prod.yaml': workspace(prod),
        ...files,
      },
    });
    return {stack, staging, prod};
  };
  /** Reports an image ID for the pod, as the node does that has pulled its image. */
  const pulled = async (namespace: string, digest: string) => {
    const ref = {apiVersion: 'v1', kind: 'Pod', namespace, name: 'web'};
    const live = await cluster.get(ref);
    const [status] = (live as {status: {containerStatuses: JsonObject[]}}).status.containerStatuses;
    const containerStatuses = [{...status, imageID: `registry.example/web@${digest}`}];
    await cluster.patchAs('kubelet', ref, {status: {containerStatuses}}, 'status');
  };
  const promote = (stack: Stack, ...more: string[]) =>
    stack.gantry(['promote', 'shop', '--from', 'staging', '--to', 'prod', ...more]);
  const imageIn = async (namespace: string) => {
    const live = await cluster.get({apiVersion: 'v1', kind: 'Pod', namespace, name: 'web'});
    return (live as {spec: {containers: {image: string}[]}} | undefined)?.spec.containers[0]?.image;
  };

  it('a promotion applies the digest that runs in the first workspace, and shows what differs', async () => {
    const {stack, staging, prod} = await environments();
    await applied(stack, ['-w', 'staging', '--image', `${IMAGE}=:1.1`]);
    await pulled(staging, DIGEST);
    const dry = await promote(stack, '--dry-run', '--exit-code');
    expect(dry.code).toBe(2);
    expect(dry.stderr).toContain(`From   staging, revision 1, namespace ${staging}\nTo     prod, namespace ${prod}\n`);
    expect(dry.stderr).toMatch(/metadata\.annotations.*tier/);
    expect(dry.stdout).toContain(`v1:Pod:${prod}:web`);
    expect(await imageIn(prod)).toBeUndefined();

    const done = await promote(stack, '--yes');
    expect(done).toMatchObject({code: 0, stdout: expect.stringContaining('Release 1 of shop/shop in prod succeeded')});
    expect(await imageIn(prod)).toBe(`${IMAGE}:1.1@${DIGEST}`);
    const images = await stack.gantry(['release', 'show', '--images', '-w', 'prod']);
    expect(images.stdout).toContain(`${IMAGE}:1.1@${DIGEST}`);

    // The note names the command that writes the promoted images into the files.
    const command = /"gantry (set image [^"]+)"/.exec(done.stderr)?.[1] ?? '';
    expect(await stack.gantry(command.split(' '))).toMatchObject({code: 0});
    expect(await readFile(join(stack.dir, 'stack.yaml'), 'utf8')).toContain(
      `  prod:\n    ${IMAGE}: ${IMAGE}:1.1@${DIGEST}\n`,
    );
    expect(await stack.gantry(['preview', '-w', 'prod', '--exit-code'])).toMatchObject({code: 0});
  });

  it('without --from the current workspace is promoted, and the header says what chose it', async () => {
    const {stack, staging, prod} = await environments();
    await applied(stack, ['-w', 'staging', '--image', `${IMAGE}=:1.1`]);
    const promoted = (options?: GantryOptions) =>
      stack.gantry(['promote', '--to', 'prod', '--dry-run', '--color', 'never'], options);
    const possible = 'hint: Pass --from. Possible: staging.\n';
    // A script ignores the switch.
    expect(await stack.gantry(['workspace', 'switch', 'staging'])).toMatchObject({code: 0});
    expect(await promoted()).toMatchObject({
      code: 3,
      stderr: `error: --from must name the first workspace, because no workspace is selected.\n${possible}`,
    });
    const source = `revision 1, namespace ${staging}\nTo     prod, namespace ${prod}\n`;
    const [switched, set] = [
      await promoted({typed: ''}),
      await promoted({env: {GANTRY_WORKSPACE: './workspaces/staging.yaml'}}),
    ];
    expect(switched, switched.stderr).toMatchObject({code: 0, stdout: expect.stringContaining(`v1:Pod:${prod}:web`)});
    expect(switched.stderr).toContain(`From   staging (from switch), ${source}`);
    expect(set).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`From   staging (from GANTRY_WORKSPACE), ${source}`),
    });

    expect(await stack.gantry(['workspace', 'switch', 'prod'])).toMatchObject({code: 0});
    expect(await promoted({typed: ''})).toMatchObject({
      code: 3,
      stderr: `error: --from must name the first workspace, because the current workspace (from switch) is prod itself.\n${possible}`,
    });
    await stack.write({'stack.yaml': `workspace: ./workspaces/staging.yaml\n${STACK}`});
    expect(await promoted({typed: ''})).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('hint: Pass --from ./workspaces/staging.yaml.\n'),
    });
    await stack.write({'stack.yaml': `workspace: staging\n${STACK}`});
    expect(await promoted()).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('From   staging (from stack.yaml), '),
    });
  });

  it('--images-from plans the images of a revision, a saved plan keeps them, and --image has priority', async () => {
    const {stack, prod} = await environments();
    await applied(stack, ['-w', 'staging', '--image', `${IMAGE}=:1.1`]);
    await applied(stack, ['-w', 'staging', '--image', `${IMAGE}=:1.2`]);
    const imagesOf = async (...args: string[]) => {
      const {document, stderr} = await stack.json<Plan>(['preview', '--detail', '-w', 'prod', ...args]);
      const pod = document.changes.find(({id}) => id === `v1:Pod:${prod}:web`);
      return {stderr, text: JSON.stringify(pod?.fields)};
    };
    const last = await imagesOf('--images-from', 'staging');
    expect(last.text).toContain(`${IMAGE}:1.2`);
    expect(last.stderr).toContain(`no digest is known for ${IMAGE}:1.2 of staging`);
    expect((await imagesOf('--images-from', 'staging:1')).text).toContain(`${IMAGE}:1.1`);
    const earlier = await stack.gantry(['promote', '--from', 'staging:1', '--to', 'prod', '--dry-run']);
    expect(earlier).toMatchObject({code: 0, stderr: expect.stringContaining('From   staging, revision 1,')});
    expect((await imagesOf('--images-from', 'staging', '--image', `${IMAGE}=:3`)).text).toContain(`${IMAGE}:3`);

    await stack.gantry(['preview', '-w', 'prod', '--images-from', 'staging:1', '--save', 'plan.json']);
    const saved = JSON.parse(await readFile(join(stack.dir, 'plan.json'), 'utf8'));
    expect(saved.request.images).toEqual([`${IMAGE}=${IMAGE}:1.1`]);
    expect(await stack.gantry(['apply', 'plan.json'])).toMatchObject({code: 0});
    expect(await imageIn(prod)).toBe(`${IMAGE}:1.1`);
  });

  it.each([
    {args: ['promote', '--from', 'staging'], stderr: 'needs --to'},
    {
      args: ['promote', '--from', 'staging', '--to', 'prod', '-w', 'prod'],
      stderr: '-w and --to cannot be used together',
    },
    {args: ['promote', '--from', 'staging', '--to', 'prod', '--yes'], stderr: 'shop/shop/staging has no release'},
    {
      args: ['preview', '-w', 'prod', '--images-from', 'staging'],
      stderr: 'List the releases with "gantry release list -w staging"',
    },
    {args: ['promote', '--from', 'stagin', '--to', 'prod', '--yes'], stderr: 'Did you mean staging?'},
    {
      args: ['preview', '-w', 'prod', '--images-from', 'staging', '--revision', 'current'],
      stderr: '--images-from and --revision',
    },
    {
      args: ['apply', '-w', 'prod', '--images-from', 'staging', 'plan.json'],
      stderr: '--images-from cannot be used to apply PLAN',
    },
  ])('$args is refused', async ({args, stderr}) => {
    const {stack, prod} = await environments();
    await stack.write({'plan.json': '{}'});
    const refused = await stack.gantry(args);
    expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining(stderr)});
    expect(await imageIn(prod)).toBeUndefined();
  });

  it('a release that failed is not promoted', async () => {
    const {stack, prod} = await environments();
    await applied(stack, ['-w', 'staging', '--image', `${IMAGE}=:1.1`]);
    const annotations = JSON.stringify(failing('never-ready'));
    await stack.write({'app.yaml': `${POD}---\n${POD.replace('name: web', `name: bad, annotations: ${annotations}`)}`});
    const failed = ['apply', '-w', 'staging', '--yes', '--timeout', '2', '--image', `${IMAGE}=:1.2`];
    expect((await stack.gantry(failed)).code).toBe(6);
    await stack.write({'app.yaml': POD});
    expect(await promote(stack, '--yes')).toMatchObject({code: 0});
    expect(await imageIn(prod)).toBe(`${IMAGE}:1.1`);
  });

  it('containers that run different contents of one tag stop the promotion', async () => {
    const two = POD.replace('containers: [', `containers: [{name: side, image: ${IMAGE}}, `);
    const {stack, staging} = await environments({'app.yaml': two});
    await applied(stack, ['-w', 'staging', '--image', `${IMAGE}=:1.1`]);
    const ref = {apiVersion: 'v1', kind: 'Pod', namespace: staging, name: 'web'};
    const live = (await cluster.get(ref)) as {status: {containerStatuses: JsonObject[]}};
    const containerStatuses = live.status.containerStatuses.map((status) => ({
      ...status,
      imageID: `x@${status['name'] === 'side' ? OTHER : DIGEST}`,
    }));
    await cluster.patchAs('kubelet', ref, {status: {containerStatuses}}, 'status');
    const refused = await promote(stack, '--yes');
    expect(refused).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Containers in staging run different contents'),
    });
  });

  it('files of another commit than that of the release are refused, unless a flag allows them', async () => {
    const {stack, prod} = await environments();
    const git = (...args: string[]) =>
      promisify(execFile)('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-C', stack.dir, ...args]);
    await git('init', '-q');
    await git('add', '-A');
    await git('commit', '-qm', 'one');
    await applied(stack, ['-w', 'staging']);
    await stack.write({'app.yaml': POD.replace('metadata: {name: web}', 'metadata: {name: web, labels: {a: b}}')});
    const uncommitted = await promote(stack, '--yes');
    expect(uncommitted).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/the files here have changes that are not committed[^]*Commit, stash or restore/),
    });
    await git('commit', '-qam', 'two');
    const refused = await promote(stack, '--yes');
    expect(refused).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /evision 1 of staging was created from commit [0-9a-f]{12}, and the files here are from commit/,
      ),
    });
    expect(await imageIn(prod)).toBeUndefined();
    const commit = /git switch --detach ([0-9a-f]{12})/.exec(refused.stderr)?.[1] ?? '';
    await git('switch', '-q', '--detach', commit);
    expect(await promote(stack, '--dry-run')).toMatchObject({code: 0, stderr: expect.not.stringContaining('commit')});
    await git('switch', '-q', '-');
    const allowed = await promote(stack, '--allow-other-files', '--yes');
    expect(allowed).toMatchObject({code: 0, stderr: expect.stringContaining('the files here differ from that commit')});
  });
});
