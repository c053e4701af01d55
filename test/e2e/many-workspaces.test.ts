import {readFile} from 'node:fs/promises';
import {expect, it} from 'vitest';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

type Made = {readonly workspaces: readonly {readonly name: string; readonly outcome: string}[]};
type Checked = {
  readonly workspaces: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly server?: string;
    readonly pin?: string;
    readonly checks: readonly {readonly kind: string; readonly outcome: string}[];
  }[];
};

onCluster('twenty clusters whose kubeconfigs are Secrets of a management cluster', (cluster) => {
  it('twenty Secrets with kubeconfigs become workspaces at once, and are checked, used, renamed and changed', async () => {
    const {kubeconfigPath} = cluster;
    const namespaces = [cluster.freshNamespace('tenants'), cluster.freshNamespace('tenants')];
    const kubeconfig = await readFile(kubeconfigPath, 'utf8');
    await Promise.all(namespaces.map((name) => cluster.create(namespaceObject(name))));
    const names = Array.from({length: 20}, (_, i) => `tenant-${String(i + 1).padStart(2, '0')}`);
    await Promise.all(
      names.map((name, i) =>
        cluster.create({
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: {
            name: `${name}-admin-kubeconfig`,
            namespace: namespaces[i % 2] ?? '',
            labels: {'kamaji.clastix.io/name': name, 'example.com/ring': i < 3 ? 'first' : 'rest'},
          },
          // One of them is no kubeconfig: it must not hide the others.
          stringData: {'admin.conf': i === 19 ? 'not: a kubeconfig' : kubeconfig, 'super-admin.conf': 'x'},
        }),
      ),
    );
    const stack = await makeStack({files: {'management.yaml': {context: {kubeconfig_path: kubeconfigPath}}}});
    expect(await stack.gantry(['workspace', 'create', '--file', 'management.yaml'])).toMatchObject({code: 0});
    const fromSecrets = ['workspace', 'create', '--from-secrets', '-w', 'management', '--key', 'admin.conf'].concat(
      namespaces.flatMap((namespace) => ['-n', namespace]),
    );
    const made = await stack.json<Made>(fromSecrets);
    expect(made.document.workspaces).toEqual(names.map((name) => expect.objectContaining({name, outcome: 'created'})));
    const again = await stack.gantry(fromSecrets);
    expect(again).toMatchObject({code: 0, stdout: expect.stringContaining('20 unchanged')});

    const checked = await stack.json<Checked>(['workspace', 'check', '--all']);
    expect(checked.code, checked.stderr).toBe(3);
    expect(checked.document.workspaces.filter(({outcome}) => outcome === 'failed').map(({name}) => name)).toEqual([
      'tenant-20',
    ]);
    expect(checked.document.workspaces.filter(({outcome}) => outcome === 'passed')).toHaveLength(20);
    expect(checked.document.workspaces.find(({name}) => name === 'tenant-01')).toMatchObject({pin: 'none'});
    const table = await stack.gantry(['workspace', 'check', '-l', 'example.com/ring=first', '--report', 'junit=r.xml']);
    expect(table.code, table.stderr).toBe(0);
    expect(table.stdout).toMatch(/tenant-01 +ok +https:\/\/\S+ +v1\./);
    expect(table.stdout).not.toContain('tenant-04');
    expect(await readFile(`${stack.dir}/r.xml`, 'utf8')).toMatch(/tests="3" failures="0"/);
    const all = [made.stdout, again.stdout, checked.stdout, checked.stderr, table.stdout].join('');
    expect(all).not.toContain('client-key-data');

    expect(await stack.gantry(['workspace', 'rename', 'management', 'hub', '--yes'])).toMatchObject({code: 0});
    expect((await stack.gantry(['workspace', 'export', 'tenant-07'])).stdout).toContain('workspace: hub');
    expect(await stack.gantry(['workspace', 'check', 'tenant-07'])).toMatchObject({code: 0});
    expect(await stack.gantry(['workspace', 'delete', 'hub', '--yes'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('tenant-07 (context.kubeconfig_secret.workspace)'),
    });
    expect(await stack.gantry(['workspace', 'update', 'tenant-07', '--suspend', '--yes'])).toMatchObject({code: 0});
    expect((await stack.gantry(['workspace', 'check', 'tenant-07'])).stdout).toContain('suspended');
  });
});
