import {isList, isObject, type Json, type JsonObject} from '../../src/core/json.ts';
import {labelValue, type Random, text} from './random-source.ts';

type Node = JsonObject;

const STRING = {type: 'string'};
const TEXT_MAP = {type: 'object', additionalProperties: STRING};
const INT_OR_STRING = {'x-kubernetes-int-or-string': true};

/** Every way in which a CRD can type a value: what it merges by keys, what it keeps whole, what it fills in, what it does not know. */
const GADGET: Node = {
  type: 'object',
  properties: {
    plainList: {type: 'array', items: STRING},
    atomicList: {type: 'array', 'x-kubernetes-list-type': 'atomic', items: {type: 'object', properties: {a: STRING}}},
    set: {type: 'array', 'x-kubernetes-list-type': 'set', items: STRING},
    numbers: {type: 'array', 'x-kubernetes-list-type': 'set', items: {type: 'integer'}},
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'zone'],
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: {type: 'string', enum: ['one', 'two', 'three', '<four> & "4"']},
          zone: {type: 'string', default: 'any', enum: ['any', 'east', 'west']},
          size: INT_OR_STRING,
          tags: TEXT_MAP,
          set: {type: 'array', 'x-kubernetes-list-type': 'set', items: STRING},
          deep: {type: 'object', properties: {a: STRING, b: {type: 'object', properties: {c: STRING}}}},
        },
      },
    },
    atomicMap: {type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: STRING},
    atomicStruct: {type: 'object', 'x-kubernetes-map-type': 'atomic', properties: {a: STRING, b: TEXT_MAP}},
    granular: {type: 'object', 'x-kubernetes-map-type': 'granular', additionalProperties: TEXT_MAP},
    quantity: INT_OR_STRING,
    ratio: {type: 'number'},
    flag: {type: 'boolean'},
    count: {type: 'integer', format: 'int64'},
  },
};

const NULLS: Node = {
  type: 'object',
  properties: {
    maybe: {type: 'string', nullable: true},
    maybeMap: {...TEXT_MAP, nullable: true},
    maybeStruct: {type: 'object', nullable: true, properties: {a: STRING, b: {type: 'string', nullable: true}}},
    maybeList: {type: 'array', nullable: true, items: STRING},
    maybeSet: {type: 'array', nullable: true, 'x-kubernetes-list-type': 'set', items: STRING},
    filled: {
      type: 'object',
      default: {level: 'low'},
      properties: {
        level: {type: 'string', default: 'mid', enum: ['low', 'mid', 'high']},
        retries: {type: 'integer', default: 3},
        limits: {type: 'object', default: {}, properties: {cpu: {...INT_OR_STRING, default: '1'}}},
        names: {type: 'array', default: ['x'], items: STRING},
        maybe: {type: 'string', nullable: true, default: 'd'},
      },
    },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        required: ['port'],
        properties: {
          port: {type: 'integer', enum: [80, 443, 53]},
          protocol: {type: 'string', default: 'TCP', enum: ['TCP', 'UDP']},
          name: {type: 'string', default: 'none'},
          route: {type: 'object', properties: {weight: {type: 'integer', default: 1}, to: STRING}},
        },
      },
    },
  },
};

const PRESERVE = {'x-kubernetes-preserve-unknown-fields': true};

const LOOSE: Node = {
  type: 'object',
  ...PRESERVE,
  properties: {
    known: {type: 'object', properties: {a: STRING, list: {type: 'array', items: STRING}}},
    free: {type: 'object', ...PRESERVE},
    freeList: {type: 'array', items: {type: 'object', ...PRESERVE}},
    keyed: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['id'],
      items: {
        type: 'object',
        required: ['id'],
        ...PRESERVE,
        properties: {id: {type: 'string', enum: ['a', 'b', 'c']}},
      },
    },
    anything: PRESERVE,
    whole: {type: 'object', ...PRESERVE, 'x-kubernetes-map-type': 'atomic'},
    template: {type: 'object', 'x-kubernetes-embedded-resource': true, ...PRESERVE},
  },
};

const DEFINED: readonly (readonly [string, Node])[] = [
  ['Gadget', GADGET],
  ['Filler', NULLS],
  ['Loose', LOOSE],
];

/** A kind of this group and what its `spec` may be. */
export const definedKinds = (group: string) =>
  DEFINED.map(([kind, spec]) => ({
    apiVersion: `${group}/v1`,
    kind,
    definition: definitionOf(group, kind, spec),
    make: (random: Random): JsonObject => ({spec: valueOf(spec, random, 0)}),
  }));

function definitionOf(group: string, kind: string, spec: Node): JsonObject {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {name: `${plural}.${group}`},
    spec: {
      group,
      scope: 'Namespaced',
      names: {plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List`},
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {openAPIV3Schema: {type: 'object', properties: {spec}}},
        },
      ],
    },
  };
}

function valueOf(node: Node, random: Random, depth: number): Json {
  if (node['nullable'] === true && random.chance(0.2)) return null;
  if (isList(node['enum'])) return random.pick(node['enum']);
  if (node['x-kubernetes-embedded-resource'] === true) return embedded(random);
  if (node['x-kubernetes-int-or-string'] === true) return random.pick([0, 1, '1', '1000m', '10%', '']);
  switch (String(node['type'] ?? '')) {
    case 'string':
      return text(random);
    case 'integer':
      return random.pick([0, 1, -7, 2 ** 31]);
    case 'number':
      return random.pick([0, 1, 0.5, -1.25]);
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return listOf(node, random, depth);
    case 'object':
      return mapOf(node, random, depth);
    default:
      return anyValue(random, depth);
  }
}

function mapOf(node: Node, random: Random, depth: number): JsonObject {
  const {properties, additionalProperties, required} = node;
  const needed = isList(required) ? required : [];
  const declared = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name]) => needed.includes(name) || random.chance(0.5),
  );
  const free = random.some(['k', 'l/m', 'n.o', ''], depth > 3 ? 0.1 : 0.4).flatMap((name): [string, Json][] => {
    if (isObject(additionalProperties)) return [[name, valueOf(additionalProperties, random, depth + 1)]];
    return node['x-kubernetes-preserve-unknown-fields'] === true ? [[`u${name}`, anyValue(random, depth + 1)]] : [];
  });
  return Object.fromEntries([
    ...declared.map(([name, inside]) => [name, valueOf(inside as Node, random, depth + 1)] as const),
    ...free,
  ]);
}

function listOf(node: Node, random: Random, depth: number): readonly Json[] {
  const items = node['items'] as Node;
  const made = Array.from({length: random.int(4)}, () => valueOf(items, random, depth + 1));
  const keys = node['x-kubernetes-list-map-keys'];
  if (node['x-kubernetes-list-type'] === 'set') return distinct(made, (item) => item);
  return isList(keys) ? distinct(made, (item) => keys.map((key) => keyOf(item, items, String(key)))) : made;
}

function keyOf(item: Json, items: Node, key: string): Json {
  const properties = items['properties'] as JsonObject;
  const fallback = (properties[key] as Node)['default'];
  return (isObject(item) ? item[key] : undefined) ?? fallback ?? null;
}

function distinct(items: readonly Json[], key: (item: Json) => Json): readonly Json[] {
  const known = new Map(items.map((item) => [JSON.stringify(key(item)), item]));
  return [...known.values()];
}

/** Where nothing is known of the content, null and empty values mean themselves. */
function anyValue(random: Random, depth: number): Json {
  const scalars: readonly Json[] = [text(random), 0, 1.5, true, null, {}, []];
  if (depth > 4 || random.chance(0.5)) return random.pick(scalars);
  if (random.chance(0.3)) return Array.from({length: random.int(3)}, () => anyValue(random, depth + 1));
  return Object.fromEntries(random.some(['a', 'b', 'c', 'd']).map((name) => [name, anyValue(random, depth + 1)]));
}

const embedded = (random: Random): JsonObject => ({
  apiVersion: 'v1',
  kind: random.pick(['ConfigMap', 'Secret']),
  metadata: {name: 'inner', labels: {a: labelValue(random)}},
  data: {k: text(random)},
});
