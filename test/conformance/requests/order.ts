import type {JsonObject} from '../../../src/core/json.ts';
import {del, get, patch, post, put, type Request, STRATEGIC} from '../request.ts';
import {domainOf} from './custom.ts';
import {pathsIn} from './paths.ts';

const container = (name: string, more: JsonObject = {}): JsonObject => ({name, image: `${name}:1`, ...more});

/** Where the items of a list go in a strategic merge, and which defaults the answer to a write has. */
export const order = (ns: string): readonly Request[] => [...merges(ns), ...defaults(ns)];

function merges(ns: string): readonly Request[] {
  const {core} = pathsIn(ns);
  // No controller writes to it.
  const [all, one] = [core('podtemplates'), core('podtemplates', 'ordered')];
  const merged = (name: string, spec: JsonObject): Request =>
    patch(name, `${one}?dryRun=All`, STRATEGIC, {template: {spec}});
  return [
    post('a template with four containers', all, {
      metadata: {name: 'ordered'},
      template: {
        metadata: {labels: {app: 'o'}},
        spec: {
          containers: ['a', 'b', 'c', 'd'].map((name) => container(name)),
          volumes: [
            {name: 'v', emptyDir: {}},
            {name: 'w', emptyDir: {}},
          ],
        },
      },
    }),
    merged('the order of all items', {
      '$setElementOrder/containers': [{name: 'd'}, {name: 'c'}, {name: 'b'}, {name: 'a'}],
    }),
    merged('the order of some items', {'$setElementOrder/containers': [{name: 'c'}, {name: 'a'}]}),
    merged('the order with a new item', {
      '$setElementOrder/containers': [{name: 'd'}, {name: 'n'}, {name: 'a'}],
      containers: [container('n')],
    }),
    merged('the order with a deletion', {
      '$setElementOrder/containers': [{name: 'c'}, {name: 'a'}],
      containers: [{name: 'b', $patch: 'delete'}],
    }),
    merged('the order with a deletion and a change', {
      '$setElementOrder/containers': [{name: 'd'}, {name: 'a'}, {name: 'n'}],
      containers: [container('n'), {name: 'a', image: 'a:2'}, {name: 'c', $patch: 'delete'}],
    }),
    merged('a deletion without an order', {
      containers: [
        {name: 'a', $patch: 'delete'},
        {name: 'n', image: 'n:1'},
      ],
    }),
    merged('two lists with orders', {
      '$setElementOrder/volumes': [{name: 'w'}, {name: 'n'}, {name: 'v'}],
      volumes: [
        {name: 'n', emptyDir: {}},
        {name: 'v', emptyDir: {medium: 'Memory'}},
      ],
      '$setElementOrder/containers': [{name: 'b'}],
    }),
    merged('an order that lacks an item of the patch', {
      '$setElementOrder/containers': [{name: 'a'}],
      containers: [container('n')],
    }),
    del('delete the template with four containers', one, undefined, {uncompared: true}),
  ];
}

const phased = (mode: string, phase: string): JsonObject => ({
  type: 'object',
  properties: {
    spec: {type: 'object', default: {}, properties: {[mode]: {type: 'string', default: phase}}},
    status: {type: 'object', default: {}, properties: {phase: {type: 'string', default: phase}, n: {type: 'integer'}}},
  },
});

function defaults(ns: string): readonly Request[] {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const domain = `order.${domainOf(ns)}`;
  const version = (name: string, storage: boolean, schema: JsonObject): JsonObject => ({
    name,
    served: true,
    storage,
    subresources: {status: {}},
    schema: {openAPIV3Schema: schema},
  });
  const {group} = pathsIn(ns);
  const at = (of: string, name = ''): string => group(`${domain}/${of}`, 'phases', name);
  const phase = (of: string, name: string, more: JsonObject = {}): JsonObject => ({
    apiVersion: `${domain}/${of}`,
    kind: 'Phase',
    metadata: {name},
    ...more,
  });
  return [
    post('define a kind with defaults in its status', definitions, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {name: `phases.${domain}`},
      spec: {
        group: domain,
        scope: 'Namespaced',
        names: {plural: 'phases', kind: 'Phase'},
        versions: [version('v1', true, phased('one', 'first')), version('v2', false, phased('two', 'second'))],
      },
    }),
    post('wait until the kind with defaults is served', `${at('v1')}?dryRun=All`, phase('v1', 'tried'), {
      until: ({kind}) => kind === 'Phase',
      uncompared: true,
    }),
    post('wait until its other version is served', `${at('v2')}?dryRun=All`, phase('v2', 'tried'), {
      until: ({kind}) => kind === 'Phase',
      uncompared: true,
    }),
    post('create with the defaults of the status', at('v1'), phase('v1', 'a')),
    post('create with a status that is dropped', at('v1'), phase('v1', 'b', {status: {phase: 'mine', n: 1}})),
    post('create in the version that is not stored', at('v2'), phase('v2', 'c', {status: {n: 1}})),
    get('read in the version that is not stored', at('v2', 'a')),
    get('read in the stored version', at('v1', 'c')),
    put('replace the status with less', `${at('v1', 'a')}/status`, (seen) => ({
      ...seen('create with the defaults of the status'),
      status: {n: 2},
    })),
    del('delete the kind with defaults', `${definitions}/phases.${domain}`, undefined, {uncompared: true}),
  ];
}
