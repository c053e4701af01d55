import {expect, it} from 'vitest';
import type {SharedList} from '../../src/app/shared/list-shared.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {applied} from '../rig/changes.ts';
import {configMap, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {expectRefused} from './support/refusal.ts';

onCluster('shared resources that are claimed by type and class', (cluster) => {
  const {kubeconfigPath} = cluster;
  const offered = (name: string, labels: JsonObject): JsonObject => {
    const object = service(name);
    return {...object, metadata: {...(object['metadata'] as JsonObject), labels}};
  };
  const small = {'gantry.dev/type': 'postgres', 'gantry.dev/class': 'small'};

  /** An application that claims a database, and a stack of manifests that does; the shared stack has one. */
  async function projects(database: JsonObject = {type: 'postgres', class: 'small'}) {
    const namespace = cluster.freshNamespace();
    const made = await makeStack({name: 'root', kubeconfigPath});
    await made.remove('stack.yaml');
    const ofProject = {workspaces: '../workspaces'};
    const stack = {workspace: 'test', namespace, sources: [{manifests: 'manifests/*', references: true}]};
    await made.write({
      'shared/project.yaml': ofProject,
      'shared/stack.yaml': stack,
      'shared/manifests/db.yaml': offered('db', small),
      'shared/manifests/cache.yaml': offered('cache', {'gantry.dev/type': 'redis'}),
      'shop/project.yaml': ofProject,
      'shop/web/stack.yaml': {workspace: 'test', namespace},
      'shop/web/gantry.app.yaml': {
        web: {
          workload: {
            service: {
              containers: {web: {image: 'nginx:1.28', env: {DATABASE: 'postgres://${output:database.host}:5432/web'}}},
            },
          },
          accessories: {
            database: {module: 'claim', ...database, outputs: {host: 'spec.clusterIP', name: 'metadata.name'}},
          },
        },
      },
      'pay/project.yaml': ofProject,
      'pay/api/stack.yaml': stack,
      'pay/api/manifests/api.yaml': configMap('api', {host: '${ref:shared:claim:redis#metadata.name}'}),
    });
    return {made, namespace, db: `v1:Service:${namespace}:db`};
  }

  const get = async (kind: string, namespace: string, name: string): Promise<string> => {
    const apiVersion = kind === 'Deployment' ? 'apps/v1' : 'v1';
    return JSON.stringify(await cluster.get({apiVersion, kind, namespace, name}));
  };

  it('an application and a manifest reuse the shared resources that fit, also if the same run makes them', async () => {
    const {made, namespace, db} = await projects();
    const ran = await made.gantry(['apply', '--all', '--yes', '--no-wait']);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    const live = await cluster.get({apiVersion: 'v1', kind: 'Service', namespace, name: 'db'});
    const address = String((live?.['spec'] as JsonObject)['clusterIP']);
    expect(await get('Deployment', namespace, 'web')).toContain(`postgres://${address}:5432/web`);
    expect(await get('ConfigMap', namespace, 'api')).toContain('"host":"cache"');
    const quiet = await made.gantry(['preview', '--all', '--exit-code']);
    expect(quiet.code, quiet.stdout).toBe(0);
    // Uses have the id, so that a removal finds the users.
    const {document} = await made.json<SharedList>(['shared', 'list', '-w', 'test']);
    expect(document.resources.map(({id, usedBy}) => [id, usedBy.map(({stack}) => stack)])).toEqual([
      [`v1:Service:${namespace}:cache`, ['pay/api']],
      [db, ['shop/web']],
    ]);
    await made.remove('shared/manifests/db.yaml');
    await expectRefused(made, ['preview', '-s', 'shared/shared'], {
      exit: 5,
      code: 'shared/in-use',
      says: [`${db} is used by shop/web (spec.template`],
    });
  });

  it('an error lists what exists if nothing fits, and the labels of what is missing', async () => {
    const {made, db} = await projects({type: 'postgres', class: 'large'});
    await applied(made, ['-s', 'shared/shared']);
    const refused = await made.gantry(['preview', '-s', 'shop/web']);
    expect(refused.code, refused.stdout).toBe(3);
    expect(refused.stderr).toContain('the shared resource of type postgres, class large: no shared resource fits');
    expect(refused.stderr).toContain(`${db} of shared/shared (type postgres, class small)`);
    expect(refused.stderr).toContain('gantry.dev/type: postgres and gantry.dev/class: large');
  });

  it('several resources that fit are refused with their ids, until one is left', async () => {
    const {made, namespace, db} = await projects({type: 'postgres'});
    await made.write({'shared/manifests/large.yaml': offered('large', {...small, 'gantry.dev/class': 'large'})});
    await applied(made, ['-s', 'shared/shared']);
    const refused = await made.gantry(['preview', '-s', 'shop/web']);
    expect(refused.code, refused.stdout).toBe(3);
    expect(refused.stderr).toContain('several shared resources fit');
    for (const id of [db, `v1:Service:${namespace}:large`]) expect(refused.stderr).toContain(id);
    await made.remove('shared/manifests/large.yaml');
    await applied(made, ['-s', 'shared/shared', '--allow-delete', 'all']);
    await applied(made, ['-s', 'shop/web', '--no-wait']);
  });

  it.each([
    {name: 'no outputs', claim: {type: 'postgres'}, says: '`outputs` is missing'},
    {
      name: 'a path with a brace',
      claim: {type: 'postgres', outputs: {host: 'spec}'}},
      says: 'must be the path of a field',
    },
    {
      name: 'a type that is not a valid label',
      claim: {type: 'post/gres', outputs: {host: 'spec'}},
      says: 'must be the value of a label',
    },
    {
      name: 'a wish to make one',
      claim: {type: 'postgres', create: true, outputs: {host: 'spec'}},
      says: 'unknown field `create`',
    },
  ])('the module refuses $name', async ({claim, says}) => {
    const {made} = await projects();
    await made.write({
      'shop/web/gantry.app.yaml': {
        web: {
          workload: {service: {containers: {web: {image: 'nginx:1.28'}}}},
          accessories: {database: {module: 'claim', ...claim}},
        },
      },
    });
    const refused = await made.gantry(['preview', '-s', 'shop/web']);
    expect(refused.code, refused.stdout).toBe(3);
    expect(refused.stderr).toContain(says);
  });
});
