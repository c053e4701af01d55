import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {load, loadAll} from 'js-yaml';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Cluster} from '../rig/cluster.ts';
import {bash} from '../rig/composite-action.ts';
import {type FakeGithub, fakeGithub} from '../rig/fake-github.ts';
import {readJunit} from '../rig/junit-schema.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {failingNpm, writePackageFile} from '../rig/package-file.ts';
import {releaseServer} from '../rig/release-server.ts';
import {freshRunner, makeOrigin, type Origin} from '../rig/runner.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {runGantry} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';
import {type JobRun, runWorkflow, type Workflow} from '../rig/workflow.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Where GitLab's jobs of the page expect the package file. */
const PACKAGE = 'tools/gantry-0.1.0.tgz';

/** The files of the page, by the name that stands in their first line. */
async function filesOfPage(names: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const page = await readFile(join(ROOT, 'docs/guides/ci.md'), 'utf8');
  const renamed = Object.entries(names).reduce((text, [from, to]) => text.replaceAll(from, to), page);
  return Object.fromEntries(
    [...renamed.matchAll(/^```yaml\n# (\S+)\n([^]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text]),
  );
}

const workflowIn = (files: Readonly<Record<string, string>>, name: string): Workflow =>
  load(files[`.github/workflows/${name}.yml`] ?? '') as Workflow;

onCluster('the guide to continuous integration', (cluster) => {
  type World = {
    readonly files: Readonly<Record<string, string>>;
    readonly origin: Origin;
    readonly staging: string;
    readonly prod: string;
    readonly secrets: Readonly<Record<string, string>>;
    /** The setting of the pipeline: the digests that `gantry workspace allow` prints. */
    readonly GANTRY_ALLOW: string;
  };

  /** The repository, the namespaces and the identities of the page; no other right is given. */
  async function world(): Promise<World> {
    const [state, staging, prod] = [
      cluster.freshNamespace('state'),
      cluster.freshNamespace(),
      cluster.freshNamespace(),
    ];
    for (const name of [state, staging, prod]) await cluster.create(namespaceObject(name));
    const own = {'gantry-state': state, 'shop-staging': staging, 'shop-prod': prod};
    // Roles of the whole cluster need names of their own.
    const roles = {
      'name: gantry-preview}': `name: gantry-preview-${state}}`,
      'name: gantry-deploy}': `name: gantry-deploy-${state}}`,
    };
    const files = await filesOfPage({...own, ...roles});
    for (const object of loadAll(files['identities.yaml'] ?? '') as JsonObject[]) {
      const {name = ''} = object['metadata'] as {name?: string};
      if (object['kind'] === 'ClusterRole')
        cluster.deleteAtEnd({apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name});
      await cluster.create(object);
    }
    const origin = await makeOrigin();
    await origin.push(Object.fromEntries(Object.entries(files).filter(([name]) => name !== 'identities.yaml')));
    const kubeconfig = (account: string) => kubeconfigOf(cluster, state, account);
    return {
      files,
      origin,
      staging,
      prod,
      GANTRY_ALLOW: await digestsOf(origin),
      secrets: {
        PREVIEW_KUBECONFIG: await kubeconfig('gantry-preview'),
        DEPLOY_KUBECONFIG: await kubeconfig('gantry-deploy'),
        DB_PASSWORD: 'canary-of-the-pipeline',
      },
    };
  }

  async function job({origin, secrets, GANTRY_ALLOW}: World, github: FakeGithub) {
    const event = join(await scratchDirectory(), 'event.json');
    const packed = join(await scratchDirectory(), 'gantry.tgz');
    await writePackageFile(packed);
    return {
      event,
      secrets,
      server: (await releaseServer(await readFile(packed))).url,
      vars: {GANTRY_ALLOW},
      artifacts: new Map<string, string>(),
      github: {repository: 'me/shop', event: {pull_request: {head: {repo: {full_name: 'me/shop'}}}}},
      env: {
        PATH: `${await failingNpm()}:${process.env['PATH'] ?? ''}`,
        HOME: await scratchDirectory(),
        ...TESTED_PROGRAM,
        GITHUB_API_URL: github.url,
        GITHUB_REPOSITORY: 'me/shop',
        GITHUB_EVENT_PATH: event,
      },
      checkout: async () => (await freshRunner(origin, {})).dir,
    };
  }

  const codes = (runs: readonly JobRun[]) =>
    runs.map(({job: name, matrix, code}) =>
      [name, ...(matrix['workspace'] === undefined ? [] : [matrix['workspace']]), code].join(' '),
    );
  const logs = (runs: readonly JobRun[]): string => runs.map(({log}) => log).join('\n');

  async function webOf(namespace: string) {
    const web = await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'});
    const {replicas, template} = web?.['spec'] as {replicas: number; template: {spec: {containers: {image: string}[]}}};
    return `${template.spec.containers[0]?.image} × ${replicas}`;
  }

  it("GitHub's workflows preview with a read-only identity, apply exactly the saved plan, and check for drift at night", async () => {
    const own = await world();
    const github = await fakeGithub();
    const options = await job(own, github);
    const run = async (name: string) => {
      await writeFile(options.event, JSON.stringify(name === 'preview' ? {pull_request: {number: 7}} : {ref: 'main'}));
      // What GitHub says of the event: the preview looks at the files of somebody else.
      const event = name === 'preview' ? {GITHUB_EVENT_NAME: 'pull_request', GITHUB_BASE_REF: 'main'} : {};
      return runWorkflow(workflowIn(own.files, name), {...options, env: {...options.env, ...event}});
    };

    const stranger = await job({...own, GANTRY_ALLOW: ''}, await fakeGithub());
    await writeFile(stranger.event, JSON.stringify({pull_request: {number: 7}}));
    const unasked = await runWorkflow(workflowIn(own.files, 'preview'), stranger);
    expect(codes(unasked), logs(unasked)).toEqual(['preview staging 5', 'preview prod 5']);
    expect(logs(unasked)).toContain('the secret store reads variables of the environment that begin with CI_');

    const first = await run('preview');
    expect(codes(first), logs(first)).toEqual(['preview staging 5', 'preview prod 5']);
    expect(logs(first)).toContain('has no pin');
    const deployed = await run('deploy');
    expect(codes(deployed), logs(deployed)).toEqual(['staging 0', 'plan-prod 0', 'prod 0']);
    expect([await webOf(own.staging), await webOf(own.prod)]).toEqual(['nginx:1.28 × 1', 'nginx:1.27.5 × 2']);

    const web = (own.files['manifests/web.yaml'] ?? '').replace('replicas: 1', 'replicas: 3');
    await own.origin.push({'manifests/web.yaml': web});
    for (const _ of ['a push', 'another push that changes nothing']) {
      const previewed = await run('preview');
      expect(codes(previewed), logs(previewed)).toEqual(['preview staging 0', 'preview prod 0']);
    }
    expect(github.comments.map(({body}) => body.split('\n')[0])).toEqual([
      '<!-- gantry:shop/web/staging -->',
      '<!-- gantry:shop/web/prod -->',
    ]);
    // What the merge will do, with the images that it will give.
    expect(github.comments[0]?.body).toContain('+ spec.replicas: 3');
    expect(github.comments[0]?.body).not.toContain('image');
    expect(github.comments[0]?.body).toContain('untrusted mode: workspaces and project.yaml are read from main');
    // One for each workspace: the second push had nothing new to tell.
    expect(github.requests.filter(({what}) => what.startsWith('PATCH'))).toHaveLength(2);
    expect([await webOf(own.staging), await webOf(own.prod)]).toEqual(['nginx:1.28 × 1', 'nginx:1.27.5 × 2']);
    const kept = options.artifacts.get('reports-staging') ?? '';
    expect(readJunit(await readFile(join(kept, 'gantry.xml'), 'utf8')).attributes['failures']).toBe('0');

    expect(codes(await run('drift'))).toEqual(['drift staging 0', 'drift prod 0']);
    const place = {apiVersion: 'apps/v1', kind: 'Deployment', namespace: own.prod, name: 'web'};
    await cluster.patchAs('kubectl-edit', place, {spec: {revisionHistoryLimit: 1, replicas: 1}});
    const drifted = await run('drift');
    expect(codes(drifted), logs(drifted)).toEqual(['drift staging 0', 'drift prod 1']);
    expect(logs(drifted)).toMatch(/^::warning title=gantry%3A drift\/changed::/m);

    const said = [...github.comments.map(({body}) => body), logs(deployed), logs(drifted)];
    for (const text of said) expect(text).not.toContain('canary-of-the-pipeline');
  });

  it("GitLab's jobs preview with a read-only identity, apply exactly the saved plan, and check for drift at night", async () => {
    const own = await world();
    const jobs = load(own.files['.gitlab-ci.yml'] ?? '') as Readonly<Record<string, GitlabJob>>;
    const kept = await scratchDirectory();
    const run = async (name: string, variables: Readonly<Record<string, string>> = {}) => {
      const runner = await freshRunner(own.origin, {});
      const identity = name === 'preview' || name === 'drift' ? 'PREVIEW_KUBECONFIG' : 'DEPLOY_KUBECONFIG';
      const ended = await runGitlab(jobs, name, {
        dir: runner.dir,
        kubeconfig: own.secrets[identity] ?? '',
        kept,
        variables: {GANTRY_ALLOW: own.GANTRY_ALLOW, ...variables},
      });
      expect(ended.code, ended.log).toBe(0);
      return runner;
    };
    for (const name of ['staging', 'plan-prod', 'prod']) await run(name);
    expect([await webOf(own.staging), await webOf(own.prod)]).toEqual(['nginx:1.28 × 1', 'nginx:1.27.5 × 2']);
    const web = (own.files['manifests/web.yaml'] ?? '').replace(
      '{app: web}}\n    spec',
      '{app: web, tier: front}}\n    spec',
    );
    await own.origin.push({'manifests/web.yaml': web});
    const [, onProd] = jobs['preview']?.parallel?.matrix ?? [];
    const preview = await run('preview', {...onProd, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', CI_DB_PASSWORD: ''});
    readJunit(await preview.read('junit.xml'));
    expect(JSON.parse(await preview.read('plan-counts.json'))).toEqual({create: 0, update: 1, delete: 0});
    expect(JSON.parse(await preview.read('quality.json'))).toEqual(expect.any(Array));
    await run('drift', {GANTRY_WORKSPACE: 'staging'});
  });
});

/** What a user finds out at their desk, in a checkout. */
async function digestsOf(origin: Origin): Promise<string> {
  const {dir} = await freshRunner(origin, {});
  const home = await scratchDirectory();
  const digests: string[] = [];
  for (const name of ['staging', 'prod']) {
    const {stdout, stderr} = await runGantry(['workspace', 'allow', name, '--yes', '-o', 'json'], {dir, home});
    const {parts} = JSON.parse(stdout) as {parts: readonly {digest: string}[]};
    expect(parts, stderr).toHaveLength(1);
    digests.push(...parts.map(({digest}) => digest));
  }
  return digests.join(' ');
}

type GitlabJob = {
  readonly script?: readonly string[];
  readonly before_script?: readonly string[];
  readonly parallel?: {readonly matrix: readonly Readonly<Record<string, string>>[]};
  readonly artifacts?: {readonly paths?: readonly string[]; readonly reports?: Readonly<Record<string, string>>};
};

type OnGitlab = {
  readonly dir: string;
  readonly kubeconfig: string;
  readonly kept: string;
  readonly variables: Readonly<Record<string, string>>;
};

/** The lines of one job in one shell, with what GitLab sets; npm fails, and the package file starts this checkout. */
async function runGitlab(
  jobs: Readonly<Record<string, GitlabJob>>,
  name: string,
  {dir, kubeconfig, kept, variables}: OnGitlab,
) {
  const root = await scratchDirectory();
  const bin = await failingNpm();
  await writePackageFile(join(dir, PACKAGE));
  await writeFile(join(root, 'kubeconfig'), kubeconfig, {mode: 0o600});
  const {script = [], artifacts = {}} = jobs[name] ?? {};
  const {paths = [], reports = {}} = artifacts;
  const take = `cp "${kept}"/* . 2>/dev/null || true`;
  const keep = paths.map((path) => `cp "${path}" "${kept}/"`);
  const made = Object.values(reports).map((file) => `test -s "${file}"`);
  const lines = [take, ...(jobs['default']?.before_script ?? []), ...script, ...keep, ...made];
  await writeFile(join(root, 'job.sh'), `${lines.join('\n')}\n`);
  return bash(join(root, 'job.sh'), {
    cwd: dir,
    env: {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      HOME: root,
      GITLAB_CI: 'true',
      CI: 'true',
      CI_PROJECT_DIR: dir,
      CI_DB_PASSWORD: 'canary-of-the-pipeline',
      KUBECONFIG_FILE: join(root, 'kubeconfig'),
      ...TESTED_PROGRAM,
      ...variables,
    },
  });
}

/** A kubeconfig with a token of a service account, in the place of the administrator's credential. */
async function kubeconfigOf(cluster: Cluster, namespace: string, name: string): Promise<string> {
  const reply = await cluster.client.send({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    query: {},
    body: {apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {expirationSeconds: 3600}},
  });
  if (!reply.ok) throw new Error(reply.refusal.message);
  const {status} = reply.body as {status: {token: string}};
  const admin = load(await readFile(cluster.kubeconfigPath, 'utf8')) as {users: {name: string}[]};
  return JSON.stringify({...admin, users: admin.users.map((user) => ({name: user.name, user: {token: status.token}}))});
}
