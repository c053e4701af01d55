import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {openApiSchemas} from '../../../../src/kubernetes/fields/openapi.ts';
import {asMap, fieldOf, isCustom, type MapSchema, type Schema} from '../../../../src/kubernetes/fields/schema.ts';
import {unreachable} from '../../../../src/lib/unreachable.ts';
import {OBJECTS} from './fixtures/objects.ts';
import {schemaOf} from './fixtures/schema-of.ts';

/** Follows field names; `[]` goes to the items of a list, `*` to any key of a map. */
function at(schema: Schema, path: string): Schema | undefined {
  let found: Schema | undefined = schema;
  for (const name of path === '' ? [] : path.split('.')) {
    if (found?.type === 'list' && name === '[]') found = found.items();
    else {
      const map: MapSchema | undefined = found && asMap(found);
      found = name === '*' ? map?.additional() : map && fieldOf(map, name);
    }
  }
  return found;
}

function summary(schema: Schema | undefined): string {
  if (schema === undefined) return 'unknown';
  switch (schema.type) {
    case 'scalar':
      return schema.scalar;
    case 'list':
      return [
        schema.listType,
        ...schema
          .keys()
          .map(({name, default: value}) => (value === undefined ? name : `${name}=${JSON.stringify(value)}`)),
      ].join(' ');
    case 'map':
      return schema.mapType;
    case 'any':
      return `any ${schema.map.mapType}`;
    default:
      return unreachable(schema);
  }
}

const sample = (kind: string): Schema => {
  const object = OBJECTS.find((one) => one.kind === kind);
  if (object === undefined) throw new Error(kind);
  return schemaOf(object);
};

describe('a published schema means to us what it means to the server', () => {
  it.each([
    ['Deployment', 'spec.replicas', 'int32'],
    ['Deployment', 'spec.selector', 'atomic'],
    ['Deployment', 'spec.strategy.rollingUpdate.maxSurge', 'int32-or-string'],
    ['Deployment', 'spec.template.spec.containers', 'map name=""'],
    ['Deployment', 'spec.template.spec.containers.[].ports', 'map containerPort=0 protocol="TCP"'],
    ['Deployment', 'spec.template.spec.containers.[].args', 'atomic'],
    ['Deployment', 'spec.template.spec.containers.[].resources.limits.*', 'quantity'],
    ['Deployment', 'spec.template.spec.nodeSelector', 'atomic'],
    ['Deployment', 'metadata.finalizers', 'set'],
    ['Deployment', 'metadata.ownerReferences', 'map uid=""'],
    ['Deployment', 'metadata.labels', 'granular'],
    ['Deployment', 'spec.replica', 'unknown'],
    ['Deployment', 'spec.constructor', 'unknown'],
    ['ConfigMap', 'binaryData.*', 'bytes'],
    ['Gadget', 'spec.plainList', 'atomic'],
    ['Gadget', 'spec.set', 'set'],
    ['Gadget', 'spec.parts', 'map name zone="any"'],
    ['Gadget', 'spec.atomicMap', 'atomic'],
    ['Gadget', 'spec.quantity', 'int-or-string'],
    ['Gadget', 'spec.free.known', 'granular'],
    // Below a parent that keeps unknown fields, declared objects keep them too.
    ['Gadget', 'spec.free.known.deep', 'any granular'],
    ['Gadget', 'spec.free.other', 'any granular'],
    ['Gadget', 'spec.anything', 'any granular'],
    ['Gadget', 'spec.template.metadata.labels', 'granular'],
    ['Gadget', 'metadata.ownerReferences', 'map uid=""'],
    ['Gadget', 'spec.unknown', 'unknown'],
    ['CustomResourceDefinition', 'spec.versions.[].schema.openAPIV3Schema.properties.*.properties.*.type', 'string'],
    ['CustomResourceDefinition', 'spec.versions.[].schema.openAPIV3Schema.default', 'any granular'],
  ])('the schema of a %s describes %s as %s', (kind, path, want) => expect(summary(at(sample(kind), path))).toBe(want));

  it('null is a value only where the schema says nullable', () => {
    expect(at(sample('Gadget'), 'spec.maybe')).toMatchObject({nullable: true});
    expect(at(sample('Gadget'), 'spec.color')).not.toHaveProperty('nullable');
  });

  it('a schema has enums only for custom resources; other enums are left to the server', () =>
    expect(at(sample('Gadget'), 'spec.color')).toMatchObject({enum: ['red', 'green']}));
});

const reference = (name: string): JsonObject => ({$ref: `#/components/schemas/${name}`});

const documentOf = (schemas: JsonObject): JsonObject => ({components: {schemas}});
const KIND = {'x-kubernetes-group-version-kind': [{group: 'g', version: 'v1', kind: 'K'}]};
const GVK = {group: 'g', version: 'v1', kind: 'K'};

describe('a document', () => {
  it('a schema is read only on first use', () => {
    const trap: JsonObject = Object.defineProperty({type: 'object'}, 'properties', {
      enumerable: true,
      get: () => {
        throw new Error('nobody asked');
      },
    });
    const schemas = documentOf({
      K: {type: 'object', properties: {a: {type: 'string'}, b: reference('Trap')}, ...KIND},
      Trap: trap,
    });
    const schema = openApiSchemas(schemas)(GVK);
    expect(schema && summary(at(schema, 'a'))).toBe('string');
    expect(() => schema && at(schema, 'b.c')).toThrow('nobody asked');
  });

  it('a schema that refers to itself is read', () => {
    const self = {type: 'object', properties: {next: {allOf: [reference('K')], default: {}}}, ...KIND};
    const schema = openApiSchemas(documentOf({K: self}))(GVK);
    expect(schema && at(schema, 'next.next.next')).toMatchObject({type: 'map', default: {}});
  });

  it('a field that refers to a type can declare it atomic', () => {
    const inner = {type: 'object', properties: {a: {type: 'string'}}};
    const properties = {
      whole: {allOf: [reference('Inner')], 'x-kubernetes-map-type': 'atomic'},
      parts: reference('Inner'),
    };
    const schema = openApiSchemas(documentOf({K: {type: 'object', properties, ...KIND}, Inner: inner}))(GVK);
    expect(schema && [summary(at(schema, 'whole')), summary(at(schema, 'parts'))]).toEqual(['atomic', 'granular']);
  });

  it('a list without a list type follows the older patch strategy, as on the server', () => {
    const items = {type: 'string'};
    const properties = {
      merged: {type: 'array', items, 'x-kubernetes-patch-strategy': 'merge'},
      keyed: {
        type: 'array',
        items: {type: 'object'},
        'x-kubernetes-patch-strategy': 'merge',
        'x-kubernetes-patch-merge-key': 'id',
      },
      replaced: {type: 'array', items, 'x-kubernetes-patch-strategy': 'replace'},
      plain: {type: 'array', items},
    };
    const schema = openApiSchemas(documentOf({K: {type: 'object', properties, ...KIND}}))(GVK);
    expect(schema && Object.keys(properties).map((name) => summary(at(schema, name)))).toEqual([
      'set',
      'map id',
      'atomic',
      'atomic',
    ]);
  });

  it('a document returns the same schema again, and none for a kind that it lacks', () => {
    const schemas = openApiSchemas(documentOf({K: {type: 'object', ...KIND}}));
    expect(schemas(GVK)).toBe(schemas(GVK));
    expect(schemas({...GVK, kind: 'Other'})).toBeUndefined();
    expect(openApiSchemas({})(GVK)).toBeUndefined();
  });

  it('a kind that is only declared as an object allows everything', () => {
    const schema = openApiSchemas(documentOf({K: {type: 'object', ...KIND}}))(GVK);
    expect(schema && summary(at(schema, 'spec.anything'))).toBe('any granular');
  });

  it.each(['Deployment', 'ConfigMap', 'CustomResourceDefinition'])('a built-in %s is not a custom resource', (kind) =>
    expect(isCustom(sample(kind))).toBe(false),
  );

  it('a custom resource is recognized, even if its group ends like a built-in one', () => {
    expect(isCustom(sample('Gadget'))).toBe(true);
    const name = 'io.k8s.networking.gateway.v1.Gateway';
    const schema = openApiSchemas(documentOf({[name]: {type: 'object', ...KIND}}))(GVK);
    expect(schema && isCustom(schema)).toBe(true);
  });
});
