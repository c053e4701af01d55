import {isObject, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {list, part, text, texts} from '../model/part.ts';
import {isEmbedded, isIntOrString, schemaOfVersion} from './schema-part.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

/** Returns the component name of a kind: `com.example.v1.Widget` for `example.com/v1.Widget`. */
export const componentName = (group: string, version: string, kind: string): string =>
  [...group.split('.').toReversed(), version, kind].join('.');

/** Returns the OpenAPI v3 components of one version of a CRD, without those of Kubernetes that they refer to. */
export function publishedComponents(crd: JsonObject, version: JsonObject): JsonObject {
  const spec = part(crd['spec']);
  const names = part(spec['names']);
  const [group, kind, listKind] = [text(spec['group']), text(names['kind']), text(names['listKind'])];
  const name = text(version['name']);
  const component = componentName(group, name, kind);
  const marks = (of: string): JsonObject => ({
    'x-kubernetes-group-version-kind': [{group, kind: of, version: name}],
    ...selectable(version),
  });
  const plural = text(names['plural']);
  return {
    [component]: {...publishedRoot(schemaOfVersion(version)), ...marks(kind)},
    [componentName(group, name, listKind)]: {...listOf({component, kind, listKind, plural}), ...marks(listKind)},
  };
}

function selectable(version: JsonObject): JsonObject {
  const fields = list(version['selectableFields']).map((one) => text(part(one)['jsonPath']).replace(/^\./, ''));
  if (fields.length === 0) return {};
  return {'x-kubernetes-selectable-fields': fields.map((fieldPath) => ({fieldPath}))};
}

const reference = (name: string, description: string): JsonObject => ({
  description,
  allOf: [{$ref: `#/components/schemas/${name}`}],
});

const objectMeta = reference(`${META}.ObjectMeta`, `Standard object's metadata. More info: ${CONVENTIONS}#metadata`);

const typeMeta: JsonObject = {
  apiVersion: {
    description: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${CONVENTIONS}#resources`,
    type: 'string',
  },
  kind: {
    description: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
    type: 'string',
  },
};

const embeddedMeta: JsonObject = {
  apiVersion: {
    description: `apiVersion defines the versioned schema of this representation of an object. More info: ${CONVENTIONS}#resources`,
    type: 'string',
  },
  kind: {
    description: `kind is a string value representing the type of this object. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
    type: 'string',
  },
  metadata: objectMeta,
};

function publishedRoot(schema: JsonObject): JsonObject {
  const root = published(schema);
  return {...root, properties: {...part(root['properties']), ...typeMeta, metadata: objectMeta}};
}

type ListNames = {
  readonly component: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
};

const listOf = ({component, kind, listKind, plural}: ListNames): JsonObject => ({
  description: `${listKind} is a list of ${kind}`,
  type: 'object',
  required: ['items'],
  properties: {
    ...typeMeta,
    items: {
      description: `List of ${plural}. More info: ${CONVENTIONS}`,
      type: 'array',
      items: {$ref: `#/components/schemas/${component}`},
    },
    metadata: reference(`${META}.ListMeta`, `Standard list metadata. More info: ${CONVENTIONS}#types-kinds`),
  },
});

/** Returns a schema as the server publishes it: with the implicit fields of an embedded resource, and with both types of int-or-string. */
function published(schema: JsonObject): JsonObject {
  const {properties, items, additionalProperties} = schema;
  const inside: JsonObject = {
    ...schema,
    ...defined({
      properties: isObject(properties) ? mapValues(properties, (one) => published(part(one))) : undefined,
      items: isObject(items) ? published(items) : undefined,
      additionalProperties: isObject(additionalProperties) ? published(additionalProperties) : undefined,
    }),
  };
  const unfolded = isIntOrString(schema) ? withBothTypes(inside) : inside;
  return isEmbedded(schema) ? withEmbedded(unfolded) : unfolded;
}

const mapValues = (object: JsonObject, change: (value: JsonObject[string]) => JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

const BOTH = [{type: 'integer'}, {type: 'string'}] as const;
const isBoth = (value: JsonObject[string] | undefined): boolean => JSON.stringify(value) === JSON.stringify(BOTH);

function withBothTypes(schema: JsonObject): JsonObject {
  const {anyOf, allOf} = schema;
  if (isBoth(anyOf) || isBoth(part(list(allOf)[0])['anyOf'])) return schema;
  if (anyOf === undefined) return {...schema, anyOf: BOTH};
  return {...schema, allOf: [{anyOf: BOTH}, ...list(allOf)]};
}

function withEmbedded(schema: JsonObject): JsonObject {
  const required = texts(schema['required']);
  const added = ['kind', 'apiVersion'].filter((name) => !required.includes(name));
  return {
    ...schema,
    required: [...required, ...added],
    properties: {...part(schema['properties']), ...embeddedMeta},
  };
}
