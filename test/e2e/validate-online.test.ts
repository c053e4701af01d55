import {expect, it} from 'vitest';
import {configMap, deployment, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('validate with the cluster of a workspace', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('kinds, fields and named objects are checked against the cluster', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    await cluster.create({...configMap('there', {}), metadata: {name: 'there', namespace}});
    const web = deployment('web', {image: 'nginx:1.28'});
    const from = (name: string) => ({...web, metadata: {name}, spec: withConfig(web, name)});
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(from('there'), from('missing'))});

    const offline = await stack.json<Validated>(['validate']);
    expect(offline.document).toMatchObject({valid: true, online: false});
    expect(remarks(offline.document)).toEqual(['note reference/not-in-stack', 'note reference/not-in-stack']);

    const online = await stack.json<Validated>(['validate', '--online']);
    expect(online.document).toMatchObject({valid: true, online: true});
    expect(remarks(online.document)).toEqual(['warning reference/not-found']);
    expect(online.document.diagnostics[0]?.resource).toContain(':missing');

    await stack.write({'manifests/other.yaml': {apiVersion: 'example.com/v1', kind: 'Widget', metadata: {name: 'a'}}});
    expect(await stack.gantry(['validate'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'Not checked, because the stack has no CRD for these kinds: example.com/v1 Widget (1).',
      ),
    });
    expect(await stack.gantry(['validate', '--online'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('the cluster does not serve example.com/v1 Widget (object/not-served)'),
    });
  });
});

type Validated = {readonly diagnostics: readonly {severity: string; code: string; resource?: string}[]};

const remarks = ({diagnostics}: Validated): readonly string[] =>
  diagnostics.map(({severity, code}) => `${severity} ${code}`);

/** The spec of a Deployment whose pods read all of a ConfigMap. */
function withConfig(web: ReturnType<typeof deployment>, name: string) {
  const {template, ...spec} = web['spec'] as {template: {spec: {containers: object[]}}};
  const containers = template.spec.containers.map((one) => ({...one, envFrom: [{configMapRef: {name}}]}));
  return {...spec, template: {...template, spec: {...template.spec, containers}}};
}
