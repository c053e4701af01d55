import type {Json, JsonObject} from '../../../src/core/json.ts';
import {jsonAt} from '../../../src/core/json-at.ts';
import {
  APPLY,
  apply,
  del,
  get,
  JSON_PATCH,
  MERGE,
  PARTIAL,
  patch,
  post,
  put,
  type Request,
  STRATEGIC,
  TABLE,
} from '../request.ts';
import {pathsIn} from './paths.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: {type: 'integer', minimum: 1, maximum: 10},
        mode: {type: 'string', enum: ['fast', 'slow'], default: 'fast'},
        name: {type: 'string', pattern: '^[a-z]+$', maxLength: 5},
        port: {'x-kubernetes-int-or-string': true},
        list: {type: 'array', maxItems: 2, items: {type: 'string'}, 'x-kubernetes-list-type': 'set'},
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: {
            type: 'object',
            required: ['name'],
            properties: {name: {type: 'string'}, weight: {type: 'integer', default: 1}},
          },
        },
        free: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true},
        maybe: {type: 'string', nullable: true},
        fixed: {
          type: 'string',
          'x-kubernetes-validations': [{rule: 'self == oldSelf', message: 'fixed cannot change'}],
        },
        least: {type: 'integer'},
      },
      'x-kubernetes-validations': [
        {rule: '!has(self.least) || self.least <= self.size', message: 'least is more than size'},
      ],
    },
    status: {type: 'object', properties: {replicas: {type: 'integer'}, phase: {type: 'string'}}},
  },
};

/** The group of the kind that the requests define. */
export const domainOf = (ns: string): string => `${ns}.example.com`;

/** A definition, and objects of the kind that it defines. */
export function custom(ns: string): readonly Request[] {
  const {group} = pathsIn(ns);
  const domain = domainOf(ns);
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const own = `${definitions}/trials.${domain}`;
  const version = `${domain}/v1`;
  const all = group(version, 'trials');
  const one = (name: string, spec: Json, more: JsonObject = {}): JsonObject => ({
    apiVersion: version,
    kind: 'Trial',
    metadata: {name},
    spec,
    ...more,
  });
  const at = (name: string, query = '') => `${group(version, 'trials', name)}${query}`;
  const tried = `${all}?dryRun=All`;
  const wrong = (name: string, spec: Json) => post(`a custom object: ${name}`, tried, one('wrong', spec));
  return [
    post('define a kind', `${definitions}?fieldManager=definer`, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {name: `trials.${domain}`},
      spec: {
        group: domain,
        scope: 'Namespaced',
        names: {plural: 'trials', singular: 'trial', kind: 'Trial', shortNames: ['tr'], categories: ['trying']},
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {openAPIV3Schema: schema},
            subresources: {status: {}, scale: {specReplicasPath: '.spec.size', statusReplicasPath: '.status.replicas'}},
            additionalPrinterColumns: [
              {name: 'Size', type: 'integer', jsonPath: '.spec.size'},
              {name: 'Mode', type: 'string', jsonPath: '.spec.mode', priority: 1},
              {name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp'},
            ],
            selectableFields: [{jsonPath: '.spec.mode'}],
          },
          {
            name: 'v2',
            served: true,
            storage: false,
            schema: {openAPIV3Schema: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true}},
          },
        ],
      },
    }),
    get('wait for the kind', own, {until: established}),
    get('wait until the kind is served', `/apis/${version}`, {
      until: (body) => JSON.stringify(body).includes('trials/scale'),
    }),
    get('wait until the kind is listed', all, {until: ({kind}) => kind === 'TrialList', uncompared: true}),
    get('OpenAPI of the kind', `/openapi/v3/apis/${version}`, {until: (body) => body['components'] !== undefined}),
    post(
      'create a custom object',
      `${all}?fieldManager=maker`,
      one('a', {size: 3, unknown: 1, free: {x: {y: [1]}}, parts: [{name: 'p'}], port: '80'}),
    ),
    get('read a custom object', at('a')),
    get('read a custom object as a table', at('a'), {accept: TABLE}),
    get('read the metadata of a custom object', at('a'), {accept: PARTIAL}),
    get('read a custom object in another version', group(`${domain}/v2`, 'trials', 'a')),
    post('create a custom object strictly', `${tried}&fieldValidation=Strict`, one('s', {size: 3, unknown: 1})),
    post('create a custom object silently', `${tried}&fieldValidation=Ignore`, one('s', {size: 3, unknown: 1})),
    wrong('nothing that is needed', {}),
    wrong('no specification', null),
    wrong('a text for a number', {size: 'x'}),
    wrong('a fraction', {size: 1.5}),
    wrong('too small', {size: 0}),
    wrong('too large', {size: 11}),
    wrong('not of the list', {size: 1, mode: 'odd'}),
    wrong('a wrong pattern', {size: 1, name: 'A1'}),
    wrong('a long text', {size: 1, name: 'abcdefg'}),
    wrong('a truth for a port', {size: 1, port: true}),
    wrong('too many', {size: 1, list: ['a', 'b', 'c']}),
    wrong('one twice', {size: 1, list: ['a', 'a']}),
    wrong('a part twice', {size: 1, parts: [{name: 'a'}, {name: 'a'}]}),
    wrong('a part without a name', {size: 1, parts: [{weight: 2}]}),
    wrong('a rule', {size: 1, least: 5}),
    wrong('null where it may be', {size: 1, maybe: null}),
    wrong('null where it has a default', {size: 1, mode: null}),
    wrong('null where it may not be', {size: 1, name: null}),
    // Those of one list: of fields that stand beside each other the real server tells in any order.
    wrong('several mistakes', {size: 1, parts: [{name: 'a', weight: 'y'}, {name: 1}]}),
    post('a custom object of another version', tried, {...one('w', {size: 1}), apiVersion: `${domain}/v9`}),
    post('a custom object of another kind', tried, {...one('w', {size: 1}), kind: 'Other'}),
    post('a custom object with a wrong name', tried, one('Wrong_', {size: 1})),
    post('a custom object with a status', tried, one('w', {size: 1}, {status: {phase: 'x'}})),
    put('replace a custom object without a revision', at('a'), one('a', {size: 4})),
    put('replace a custom object', at('a', '?fieldManager=editor'), (seen) => ({
      ...seen('read a custom object'),
      spec: {size: 5},
    })),
    patch('merge into a custom object', at('a', '?fieldManager=editor'), MERGE, {spec: {size: 6, fixed: 'x'}}),
    patch('change what is fixed', at('a'), MERGE, {spec: {fixed: 'y'}}),
    patch('merge a wrong value', at('a'), MERGE, {spec: {size: 'y'}}),
    patch('patch a custom object by JSON', at('a', '?dryRun=All'), JSON_PATCH, [
      {op: 'replace', path: '/spec/size', value: 2},
    ]),
    patch('patch a custom object strategically', at('a'), STRATEGIC, {spec: {size: 7}}),
    patch('apply to a custom object', at('a', '?fieldManager=gantry'), APPLY, one('a', {size: 8})),
    apply(
      'apply to a custom object with force',
      at('a', '?fieldManager=gantry&force=true'),
      one('a', {size: 8, parts: [{name: 'q', weight: 3}], list: ['x']}),
    ),
    apply(
      'apply to a list of a custom object',
      at('a', '?fieldManager=other'),
      one('a', {size: 8, parts: [{name: 'r'}], list: ['y']}),
    ),
    apply('apply less of a custom object', at('a', '?fieldManager=gantry'), one('a', {size: 8})),
    apply(
      'apply an unknown field of a custom object',
      at('a', '?fieldManager=gantry&fieldValidation=Strict'),
      one('a', {size: 8, unknown: 1}),
    ),
    patch('patch the status of a custom object', at('a/status', '?fieldManager=operator'), MERGE, {
      spec: {size: 1},
      status: {replicas: 2, phase: 'ok'},
    }),
    get('the scale of a custom object', at('a/scale')),
    patch('scale a custom object', at('a/scale'), MERGE, {spec: {replicas: 9}}),
    patch('scale a custom object too far', at('a/scale'), MERGE, {spec: {replicas: 99}}),
    get('list custom objects', all),
    get('list custom objects as a table', all, {accept: TABLE}),
    get('list custom objects by a field', `${all}?fieldSelector=spec.mode%3Dfast`),
    get('list custom objects by a field that cannot be', `${all}?fieldSelector=spec.size%3D8`),
    // Of its own kinds a real server that is young remembers everything; of these nothing that was before the definition.
    get('watch from a time that is forgotten', `${all}?watch=1&timeoutSeconds=1&resourceVersion=1`),
    get('a custom object that is not there', at('nothing')),
    get('a subresource that custom objects have not', at('a/log')),
    patch('change the definition wrongly', own, MERGE, {spec: {scope: 'Cluster'}}),
    patch('stop storing a version', own, MERGE, {
      spec: {versions: [{name: 'v3', served: true, storage: true, schema: {openAPIV3Schema: {type: 'object'}}}]},
    }),
    get('the definition as a table', own, {accept: TABLE}),
    del('delete a custom object', at('a'), {propagationPolicy: 'Background'}),
    del('delete the definition', own),
    get('wait until the definition is gone', own, {until: ({code}) => code === 404}),
    get('list what is not defined any more', all, {until: (body) => body['kind'] !== 'TrialList'}),
  ];
}

const established = (definition: JsonObject): boolean => {
  const conditions = jsonAt(definition, ['status', 'conditions']);
  return (
    Array.isArray(conditions) &&
    (conditions as readonly JsonObject[]).some(({type, status}) => type === 'Established' && status === 'True')
  );
};
