import {join} from 'node:path';
import {afterEach, expect, it, vi} from 'vitest';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {ACCESS_ROLES, type AccessRole, accessRules, addedRules} from '../../src/core/backend/access-rules.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {type BackendRequest, recordBackend} from '../rig/recorded-backend.ts';
import {heldBy} from '../rig/runs.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('the rules about access', (cluster) => {
  afterEach(() => vi.restoreAllMocks());

  async function recordedStack() {
    const namespace = cluster.freshNamespace();
    const {kubeconfigPath} = cluster;
    const workspace = (name: string) => ({name, context: {kubeconfig_path: kubeconfigPath}});
    const shared = {name: 'shared', namespace, sources: [{manifests: '*.manifest.yaml'}]};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: {
        ...manifests(configMap('settings', {a: '1'})),
        'workspaces/other.yaml': workspace('other'),
        'external.yaml': {
          id: `v1:ConfigMap:${namespace}:theirs`,
          type: 'Kubernetes',
          attributes: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'theirs', namespace}},
        },
        'shared/project.yaml': {name: 'shared'},
        'shared/shared/stack.yaml': {...shared, workspace: 'test'},
        'shared/shared/db.manifest.yaml': configMap('db', {host: 'db'}),
        'shared/workspaces/test.yaml': workspace('test'),
      },
    });
    return {stack, namespace, record: recordBackend(join(stack.dir, 'state'))};
  }

  async function requestsOf(
    commands: readonly string[],
    {stack, record}: {readonly stack: Stack; readonly record: () => ReadonlySet<BackendRequest>},
  ) {
    const found = new Set<BackendRequest>();
    const env = {GANTRY_BACKEND: `local:${join(stack.dir, 'state')}`};
    for (const command of commands) {
      record();
      const [line = '', dir] = command.split(' @ ');
      const ran = await stack.gantry(line.split(' '), {cwd: join(stack.dir, dir ?? '.'), env});
      expect(ran.code, `${command}\n${ran.stderr}`).toBe(0);
      for (const one of record()) found.add(one);
    }
    return found;
  }

  it('the commands of each role send the requests of its rules, and every rule of a role is needed', async () => {
    const place = await recordedStack();
    const {stack, namespace} = place;
    const id = `v1:ConfigMap:${namespace}:settings`;
    const found: Record<AccessRole, Set<BackendRequest>> = {
      reader: new Set(),
      deployer: new Set(),
      administrator: new Set(),
    };
    const run = async (role: AccessRole, ...commands: readonly string[]): Promise<void> => {
      for (const one of await requestsOf(commands, place)) found[role].add(one);
    };
    await run('administrator', 'workspace trust test --yes');
    await run('deployer', 'apply --yes', 'shared apply --yes @ shared');
    await cluster.create({...configMap('theirs', {a: '1'}), metadata: {name: 'theirs', namespace}});
    await run('deployer', 'shared add -f external.yaml');
    await run('reader', 'preview', 'release list', 'release log', 'release show', 'release verify', 'drift', 'status');
    await run('reader', `why ${id}`, 'resource list', 'resource graph', 'workspace list', 'workspace check test');
    await run('reader', 'shared list', 'shared graph', 'backend verify', 'destroy --dry-run');
    await stack.write(manifests(configMap('settings', {a: '2'})));
    await run('deployer', 'apply --yes', 'release rollback --to 1 --yes');
    await heldBy(localBackend({directory: join(stack.dir, 'state')}), {
      project: 'shop',
      stack: 'shop',
      workspace: 'test',
    });
    await run('deployer', 'release unlock --force --yes', 'release rebuild --force --yes', 'destroy --yes');
    await run('deployer', 'apply -w other --yes');
    await run('deployer', `shared remove v1:ConfigMap:${namespace}:theirs --yes`);
    await run('administrator', 'release prune --keep 1 --yes', 'stack rename shop web --yes');
    await run('administrator', `workspace create prod --kubeconfig ${cluster.kubeconfigPath} --shared`);
    await run('reader', 'release log', 'workspace show prod');
    await run('administrator', 'workspace update prod --set labels.tier=prod --yes', 'workspace trust prod');
    await run('administrator', 'workspace rename prod live --yes', 'workspace delete live --yes');
    await run('administrator', 'backend backup all.backup --allow-plaintext');
    await run('administrator', 'backend restore all.backup --replace --yes');

    for (const role of ACCESS_ROLES) {
      const permitted = new Set(accessRules(role).flatMap(({root, verbs}) => verbs.map((verb) => `${verb} ${root}`)));
      expect(
        [...found[role]].filter((one) => !one.startsWith('list ') && !permitted.has(one)),
        role,
      ).toEqual([]);
    }
    for (const role of ['reader', 'deployer'] as const) {
      const needed = addedRules(role).flatMap(({root, verbs}) =>
        verbs.map((verb): BackendRequest => `${verb} ${root}`),
      );
      // Only Terraform uses its state: see terraform-state.test.ts.
      expect(
        needed.filter((one) => !found[role].has(one) && !one.endsWith(' terraform/')),
        role,
      ).toEqual([]);
    }
  });
});
