import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {loadAll} from 'js-yaml';
import {describe, expect, it} from 'vitest';
import {findForms, type ImportForm} from '../../../../src/app/import/kusion/find-forms.ts';
import type {PlannedStack} from '../../../../src/app/import/kusion/plan-takeover.ts';
import type {ChosenWorkspace} from '../../../../src/app/workspace/chosen-workspace.ts';
import {parseWorkspaceText} from '../../../../src/config/workspace-file.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {mergePatch} from '../../../../src/core/module/merge-patch.ts';
import {idOfObject} from '../../../../src/core/resource/id.ts';
import {catalogueObjects} from '../../../rig/kusion-catalogue.ts';
import {namespaceObject} from '../../../rig/objects.ts';
import {withoutPrograms} from '../../../rig/source-tools.ts';

const PASSWORD = 'b9e2f3c5d41f6a70';
const OBJECTS = [namespaceObject('shop'), ...catalogueObjects({project: 'shop', stack: 'dev'}, PASSWORD)];
const WEB = 'apps/v1:Deployment:shop:shop-dev-web';

/** Returns the objects with a change of one of them. */
const changed = (id: string, patch: JsonObject): readonly JsonObject[] =>
  OBJECTS.map((object) => (idOfObject(object) === id ? mergePatch(object, patch) : object));

const container = (patch: JsonObject): JsonObject => {
  const web = OBJECTS.find((object) => idOfObject(object) === WEB) as {
    spec: {template: {spec: {containers: JsonObject[]}}};
  };
  const [first = {}] = web.spec.template.spec.containers;
  return {spec: {template: {spec: {containers: [mergePatch(first, patch)]}}}};
};

type Given = {
  readonly objects?: readonly JsonObject[];
  readonly stack?: Partial<PlannedStack>;
  readonly workspace?: string;
  readonly as?: ImportForm;
};

async function found({objects = OBJECTS, stack = {}, workspace = '', as = 'proven'}: Given) {
  const all = objects.map((attributes) => ({
    id: idOfObject(attributes),
    type: 'Kubernetes' as const,
    attributes,
    dependsOn: [],
    extensions: {},
  }));
  const isSecret = ({attributes}: (typeof all)[number]): boolean => attributes['kind'] === 'Secret';
  const planned: PlannedStack = {
    project: 'shop',
    stack: 'dev',
    kusionStack: 'dev',
    workspaces: workspace === '' ? [] : ['prod'],
    holdsSecrets: false,
    resources: all.filter((one) => !isSecret(one)),
    secrets: all.filter(isSecret),
    ...stack,
  };
  const chosen = async (): Promise<ChosenWorkspace | undefined> =>
    workspace === ''
      ? undefined
      : {name: 'prod', place: 'backend', file: '', from: '-w', ...parseWorkspaceText(workspace, 'prod.yaml')};
  const {stacks, diagnostics} = await findForms([planned], {as, chosen}, withoutPrograms);
  const form = stacks[0]?.form;
  return {form, names: Object.keys(form?.applications ?? {}), said: diagnostics.map(({message}) => message)};
}

describe('applications in a release of Kusion', () => {
  it('the objects of the modules become applications, all others stay beside them', async () => {
    const {form, names, said} = await found({});
    expect([names, said]).toEqual([['report', 'web'], []]);
    const beside = OBJECTS.map(idOfObject).filter((id) => form?.made.has(id) !== true);
    expect(beside).toEqual(['v1:Namespace:shop', 'v1:Secret:shop:login']);
    expect(form?.applications).toEqual({
      report: {workload: {job: {schedule: '0 3 * * *', containers: {report: {image: 'busybox:1.37', args: ['date']}}}}},
      web: {
        workload: {
          service: {
            replicas: 2,
            labels: {team: 'shop'},
            containers: {
              web: {
                image: 'nginx:1.28',
                command: ['/bin/sh', '-c', 'exec nginx'],
                env: {LOG: 'info', EMPTY: '', KEY: 'secret://login/key'},
                resources: {cpu: '100m-500m', memory: '128Mi'},
                files: {
                  '/etc/app/app.conf': {content: 'log: info\n'},
                  '/usr/local/bin/start.sh': {content: '#!/bin/sh\n', mode: '0755'},
                },
                dirs: {'/etc/login': 'secret://login'},
                livenessProbe: {tcp: {url: 'tcp://localhost:8080'}, periodSeconds: 20},
                readinessProbe: {
                  http: {url: 'http://localhost:8080/ready', headers: {'X-Probe': 'yes'}},
                  initialDelaySeconds: 5,
                },
                lifecycle: {preStop: {exec: {command: ['/bin/sleep', '5']}}},
              },
            },
          },
        },
        accessories: {
          postgres: {type: 'local', version: '16.0', size: 20},
          network: {
            ports: [{port: 80, targetPort: 8080}],
            ingress: {
              annotations: {'example.com/timeout': '30'},
              ingressClassName: 'nginx',
              rules: [
                {
                  host: 'shop.example.com',
                  http: {paths: [{path: '/', pathType: 'Prefix', backend: {service: {port: {number: 80}}}}]},
                },
              ],
            },
          },
        },
      },
    });
    const kusion = {'prometheus.io/scrape': 'true', 'prometheus.io/path': '/metrics', 'prometheus.io/port': '8080'};
    // Kusion marks the Deployment and not its pods, and gives the Service no labels of the workload.
    expect(form?.patches).toEqual([
      expect.objectContaining({kind: 'Deployment', metadata: expect.objectContaining({annotations: kusion})}),
      expect.objectContaining({kind: 'Service', metadata: expect.objectContaining({labels: {team: null}})}),
    ]);
    expect(JSON.stringify([form?.applications, [...(form?.secrets ?? [])]])).not.toContain(PASSWORD);
  });

  it('fields that the workspace sets are not in the application file', async () => {
    const configs = {
      service: {
        configs: {default: {replicas: 5}, shops: {replicas: 2, labels: {team: 'shop'}, projectSelector: ['shop']}},
      },
      postgres: {configs: {default: {size: 20}}},
    };
    const {form} = await found({workspace: JSON.stringify({name: 'prod', modules: configs})});
    const web = form?.applications['web'] as {workload: {service: object}; accessories: {postgres: object}};
    expect(Object.keys(web.workload.service)).toEqual(['containers']);
    expect(web.accessories.postgres).toEqual({type: 'local', version: '16.0'});
  });

  const two = [
    {name: 'a', mountPath: '/etc/app'},
    {name: 'shop-dev-web-web-1', mountPath: '/etc/app'},
  ];
  it.each([
    {
      name: 'a field that no module sets',
      objects: changed(WEB, {spec: {strategy: {type: 'Recreate'}}}),
      names: ['report'],
      said: `application web of shop/dev: the application would not make the objects of the release, because ${WEB} differs at spec.strategy`,
    },
    {
      name: 'a field in a container',
      objects: changed(WEB, container({tty: true})),
      names: ['report'],
      said: `application web of shop/dev: the application would not make the objects of the release, because ${WEB} differs at spec.template.spec.containers[0].tty`,
    },
    {
      name: 'a variable that is there twice',
      objects: changed(
        WEB,
        container({
          env: [
            {name: 'A', value: '1'},
            {name: 'A', value: '2'},
          ],
        }),
      ),
      names: ['report'],
      said: `application web of shop/dev: the application would not make the objects of the release, because ${WEB} differs at spec.template.spec.containers[0].env`,
    },
    {
      name: 'two files in one directory, which Kusion mounts twice',
      objects: changed(WEB, container({volumeMounts: two})),
      names: ['report'],
      said: `application web of shop/dev: the application would not make the objects of the release, because`,
    },
    {
      name: 'a workload of another stack',
      objects: OBJECTS,
      stack: {stack: 'dev-prod'},
      names: [],
      said: 'applications report, web of shop/dev-prod: the application would not make the objects of the release, because the names of the objects contain the stack dev',
    },
    {
      name: 'a database that another version of the module made',
      objects: changed('v1:PersistentVolumeClaim:shop:shop-dev-web-postgres-db-local-pvc', {
        spec: {volumeMode: 'Block'},
      }),
      names: ['report', 'web'],
      said: 'database of application web of shop/dev: the application would not make the objects of the release, because v1:PersistentVolumeClaim:shop:shop-dev-web-postgres-db-local-pvc differs at spec.volumeMode',
    },
  ])('$name: what differs is named, and stays manifests', async ({names, said, ...given}) => {
    const result = await found(given);
    expect(result.names).toEqual(names);
    expect(result.said).toHaveLength(1);
    expect(result.said[0]).toContain(said);
    for (const id of result.form?.made ?? []) expect(OBJECTS.map(idOfObject)).toContain(id);
  });

  it('a database that stays manifests leaves its variables to the application', async () => {
    const pvc = 'v1:PersistentVolumeClaim:shop:shop-dev-web-postgres-db-local-pvc';
    const {form} = await found({objects: changed(pvc, {spec: {volumeMode: 'Block'}})});
    const text = JSON.stringify(form?.applications);
    expect(text).toContain(
      '"KUSION_DB_HOST_SHOP_DEV_WEB_POSTGRES":"secret://shop-dev-web-postgres-postgres/hostAddress"',
    );
    expect(form?.made.has(pvc)).toBe(false);
  });

  it('only applications, or only manifests, if the user asks for them', async () => {
    const objects = changed(WEB, {spec: {strategy: {type: 'Recreate'}}});
    await expect(found({objects, as: 'app'})).rejects.toMatchObject({failure: {code: 'input/invalid'}});
    expect(await found({as: 'app'})).toMatchObject({names: ['report', 'web']});
    expect(await found({as: 'manifests'})).toMatchObject({form: undefined, said: []});
  });

  it('objects of another namespace than that of Kusion get the namespace in stack.yaml', async () => {
    const moved = OBJECTS.map((object) => {
      const {namespace} = object['metadata'] as JsonObject;
      return namespace === undefined ? object : mergePatch(object, {metadata: {namespace: 'team'}});
    });
    const {form, names, said} = await found({objects: moved});
    expect([form?.namespace, names, said]).toEqual(['team', ['report', 'web'], []]);
  });
});

const GOLDEN = join(import.meta.dirname, '../../../golden/applications');

describe("the objects of Kusion's examples", () => {
  it.each([
    {example: 'kusion', workspace: 'prod', names: ['wordpress']},
    {example: 'kusion-jobs', names: ['hourly', 'once']},
    {example: 'kusion-network', workspace: 'dev', names: ['nginx']},
    {example: 'kusion-catalogue', workspace: 'dev', names: ['helloworld', 'pgadmin', 'prometheus', 'quickstart']},
  ])('the applications of the example $example are found again in its objects', async (one) => {
    const {example, workspace: name, names} = one;
    const objects = loadAll(readFileSync(join(GOLDEN, example, 'expected.yaml'), 'utf8')) as JsonObject[];
    const file = name === undefined ? undefined : join(GOLDEN, example, 'input/workspaces', `${name}.yaml`);
    const workspace = file === undefined ? '' : readFileSync(file, 'utf8');
    const project = /^name: (.*)$/m.exec(readFileSync(join(GOLDEN, example, 'input/project.yaml'), 'utf8'))?.[1] ?? '';
    const result = await found({objects, workspace, stack: {project}});
    expect([result.names, result.said]).toEqual([names, []]);
  });
});
