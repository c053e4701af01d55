import {expect, it, vi} from 'vitest';
import type {SharedList} from '../../src/app/shared/list-shared.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Release} from '../../src/core/release/release.ts';
import {applied} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {secondCluster} from '../rig/second-cluster.ts';
import type {Stack} from '../rig/stack.ts';
import {expectRefused} from './support/refusal.ts';
import {kubeconfigOf, sharedClusterProject} from './support/shared-cluster.ts';

const HERE = ['-C', 'shop/web'];

/** A kind of object whose controller writes the kubeconfig of a cluster, as its project defines it. */
type Kind = {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly secret: string;
  readonly key: string;
  readonly spec: JsonObject;
};

const KAMAJI: Kind = {
  name: 'Kamaji',
  group: 'kamaji.clastix.io',
  version: 'v1alpha1',
  kind: 'TenantControlPlane',
  plural: 'tenantcontrolplanes',
  secret: 'prod-admin-kubeconfig',
  key: 'admin.conf',
  spec: {
    controlPlane: {deployment: {replicas: 1}, service: {serviceType: 'ClusterIP'}},
    kubernetes: {version: 'v1.34.4', kubelet: {cgroupfs: 'systemd'}},
  },
};
const CLUSTER_API: Kind = {
  name: 'Cluster API',
  group: 'cluster.x-k8s.io',
  version: 'v1beta1',
  kind: 'Cluster',
  plural: 'clusters',
  secret: 'prod-kubeconfig',
  key: 'value',
  spec: {
    clusterNetwork: {pods: {cidrBlocks: ['10.0.0.0/16']}},
    controlPlaneRef: {apiVersion: 'controlplane.cluster.x-k8s.io/v1beta1', kind: 'KubeadmControlPlane', name: 'prod'},
  },
};

const definitionOf = ({group, version, kind, plural}: Kind): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: `${plural}.${group}`,
    // The API server asks for it for a group of Kubernetes' own domain.
    annotations: {'api-approved.kubernetes.io': 'https://github.com/kubernetes-sigs/cluster-api'},
  },
  spec: {
    group,
    scope: 'Namespaced',
    names: {plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List`},
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        subresources: {status: {}},
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true},
              status: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true},
            },
          },
        },
      },
    ],
  },
});

onCluster('a cluster whose controller writes the kubeconfig', (cluster) => {
  const web = (namespace: string) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'});

  async function project(of: Kind) {
    await defineKind(cluster, of);
    const base = await sharedClusterProject(cluster);
    const {made, management} = base;
    const apiVersion = `${of.group}/${of.version}`;
    const ref = {apiVersion, kind: of.kind, namespace: management, name: 'prod'};
    const id = `${apiVersion}:${of.kind}:${management}:prod`;
    const object = {apiVersion, kind: of.kind, metadata: {name: 'prod'}, spec: of.spec};
    await made.remove('shared/manifests/secret.yaml');
    await made.write({'shared/manifests/cluster.yaml': object});
    await base.workspace({shared: id, workspace: 'management'});
    const secretRef = {apiVersion: 'v1', kind: 'Secret', namespace: management, name: of.secret};
    /** Writes the Secret as the controller does: it belongs to the object. */
    const reconcile = async (kubeconfig: string): Promise<void> => {
      const metadata = (await cluster.get(ref))?.['metadata'] as JsonObject;
      const owner = {apiVersion, kind: of.kind, name: 'prod', uid: metadata['uid'], controller: true};
      await cluster.applyAs('controller', {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {name: of.secret, namespace: management, ownerReferences: [owner]} as JsonObject,
        data: {[of.key]: Buffer.from(kubeconfig).toString('base64')},
      });
    };
    return {...base, of, ref, id, object, secretRef, reconcile};
  }

  it.each([KAMAJI, CLUSTER_API])(
    'one run makes a cluster of $name, says what it waits for, and deploys to it',
    async (of) => {
      const {made, id, reconcile, management} = await project(of);
      const late = await made.gantry(['apply', '--all', '--yes', '--timeout', '1s']);
      expect(late.code, late.stdout).not.toBe(0);
      expect(late.stdout + late.stderr).toContain(
        `the key ${of.key} of the Secret ${management}/${of.secret} in the cluster of the workspace "management", which belongs to ${id}`,
      );
      expect(late.stdout + late.stderr).toContain(`Secret ${of.secret} not found`);
      await removeAll(made);
      const kubeconfig = kubeconfigOf(await secondCluster());
      let written: Promise<void> | undefined;
      const ran = await made.gantry(['apply', '--all', '--yes', '--timeout', '60s', '-o', 'jsonl'], {
        onStdout: (text) => {
          if (text.includes('context/kubeconfig-awaited')) written ??= reconcile(kubeconfig);
        },
      });
      await written;
      expect(written).toBeDefined();
      expect(ran.code, ran.stdout + ran.stderr).toBe(0);
      const status = await made.gantry(['status', '-s', 'shop/web', '--exit-code']);
      expect(status.code, status.stderr).toBe(0);
      const {document} = await made.json<Release>(['release', 'show', '-s', 'shop/web']);
      expect(document.uses).toMatchObject([{stack: 'shared/shared', id, workspace: 'management', fields: []}]);
    },
  );

  it.each([
    {
      name: 'a credential that is no longer valid',
      change: (entry: Entry) => ({...entry, user: {token: 'expired'}}),
      code: 'credential/refused',
    },
    {
      name: 'a server that does not answer',
      change: (entry: Entry) => ({...entry, cluster: {...entry.cluster, server: 'https://127.0.0.1:1'}}),
      code: 'cluster/unreachable',
    },
  ])('a kubeconfig with $name fails the plan with the workspace', async ({change, code}) => {
    const {made, id, reconcile} = await project(KAMAJI);
    await applied(made, ['-s', 'shared/shared', '--no-wait']);
    await reconcile(kubeconfigOf(change(await secondCluster())));
    const refused = await made.json<{readonly error: {readonly code: string; readonly message: string}}>([
      'preview',
      '-s',
      'shop/web',
    ]);
    expect(refused.code, refused.stdout).not.toBe(0);
    expect(refused.document.error.code, refused.stdout).toBe(code);
    expect(refused.document.error.message).toContain(
      `the kubeconfig of the workspace "prod" is that of the shared resource ${id} of the workspace "management"`,
    );
  });

  it('a cluster that was removed or replaced is not believed', async () => {
    const {made, id, ref, object, management, reconcile} = await project(KAMAJI);
    await applied(made, ['-s', 'shared/shared', '--no-wait']);
    await reconcile(kubeconfigOf(await secondCluster()));
    await applied(made, ['-s', 'shop/web']);
    await cluster.delete(ref);
    const preview = ['preview', '-s', 'shop/web'];
    const refusal = {exit: 3, code: 'context/kubeconfig'} as const;
    await expectRefused(made, preview, {...refusal, says: [id, 'no longer exists after revision 1 of shared/shared']});
    await cluster.create({...object, metadata: {name: 'prod', namespace: management}});
    await reconcile(kubeconfigOf(await secondCluster()));
    await expectRefused(made, preview, {...refusal, says: [id, 'was replaced by another object of the same name']});
  });

  it.each(['the cluster', 'its Secret'] as const)(
    '%s can be an external resource, whose uid is verified',
    async (what) => {
      const {made, of, id, ref, object, management, prod, secretRef, reconcile, workspace} = await project(KAMAJI);
      await made.remove('shared/manifests/cluster.yaml');
      await cluster.create(namespaceObject(management));
      const create = async () => {
        await cluster.create({...object, metadata: {name: 'prod', namespace: management}});
        await reconcile(kubeconfig);
      };
      const kubeconfig = kubeconfigOf(await secondCluster());
      await create();
      const isCluster = what === 'the cluster';
      const named = isCluster ? {id, ...ref} : {id: `v1:Secret:${management}:${of.secret}`, ...secretRef};
      const {id: external, apiVersion, kind, name} = named;
      await workspace({shared: external, workspace: 'management', ...(isCluster ? {} : {path: `data.${of.key}`})});
      const unknown = await made.gantry(['preview', '-s', 'shop/web']);
      expect(unknown.code, unknown.stdout).toBe(3);
      await made.write({
        'external.yaml': {
          id: external,
          type: 'Kubernetes',
          attributes: {apiVersion, kind, metadata: {name, namespace: management}},
        },
      });
      const add = [...HERE, 'shared', 'add', '-f', '../../external.yaml', '-w', 'management'];
      const added = await made.gantry(add);
      expect(added.code, added.stderr).toBe(0);
      await applied(made, ['-s', 'shop/web']);
      expect(await web(prod)).toBeUndefined();
      const {document} = await made.json<Release>(['release', 'show', '-s', 'shop/web']);
      expect(document.uses).toEqual([
        {stack: 'external', id: external, uid: expect.any(String), workspace: 'management', fields: []},
      ]);
      const list = await made.json<SharedList>([...HERE, 'shared', 'list', '-w', 'management']);
      expect(list.document.resources).toMatchObject([{id: external, usedBy: [{stack: 'shop/web', workspace: 'prod'}]}]);
      await expectRefused(made, [...HERE, 'shared', 'remove', external, '-w', 'management', '--yes'], {
        exit: 5,
        code: 'shared/in-use',
        says: [`${external} is used by shop/web in prod (it is the cluster of that workspace)`],
      });
      await cluster.delete(isCluster ? ref : secretRef);
      await (isCluster ? create() : reconcile(kubeconfig));
      await expectRefused(made, ['preview', '-s', 'shop/web'], {
        exit: 3,
        code: 'context/kubeconfig',
        says: [external, 'was replaced by another object of the same name after it was registered'],
      });
      const accepted = await made.gantry([...add, '--accept-identity']);
      expect(accepted.code, accepted.stderr).toBe(0);
      const now = await made.gantry(['preview', '-s', 'shop/web', '--exit-code']);
      expect(now.code, now.stdout + now.stderr).toBe(0);
    },
  );

  async function removeAll(made: Stack): Promise<void> {
    const ran = await made.gantry(['destroy', '-s', 'shared/shared', '--yes', '--allow-delete', 'all']);
    expect(ran.code, ran.stderr).toBe(0);
  }
});

type Entry = Awaited<ReturnType<typeof secondCluster>>;

/** Defines a kind, and waits until the server serves it. Other suites on the same cluster may have defined it. */
async function defineKind(cluster: Cluster, {group, version, plural, ...of}: Kind): Promise<void> {
  await cluster.applyAs('kinds', definitionOf({group, version, plural, ...of}));
  const path = `/apis/${group}/${version}/${plural}`;
  await vi.waitFor(
    async () => {
      const reply = await cluster.client.send({method: 'GET', path});
      expect(reply.ok, path).toBe(true);
    },
    {timeout: 30_000},
  );
}
