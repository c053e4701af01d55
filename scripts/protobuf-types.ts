import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {moduleDirectory} from './go-modules.ts';

/** A field as the sandbox reads it: its number, its name in JSON, its type, and what it is: one, a list, a map, or inline. */
type PackedField = readonly [number: number, name: string, type: string, is: '' | 'r' | 'm' | 'i'];
export type PackedTypes = Readonly<Record<string, readonly PackedField[]>>;

/** The properties of each OpenAPI component, by its name. */
export type Properties = (component: string) => ReadonlySet<string> | undefined;

/**
 * The protobuf messages of the built-in kinds, out of the `generated.proto` files of the Go modules with which the control plane
 * is built. Proto names are those of JSON; a message whose name is no JSON field is inlined into the one around it.
 */
export function protobufTypes(properties: Properties): PackedTypes {
  const modules = ['k8s.io/api', 'k8s.io/apimachinery'].map(moduleDirectory);
  const files = modules.flatMap((module) => globSync(join(module, '**/generated.proto')).toSorted());
  return Object.fromEntries(
    files
      .filter((file) => !/alpha|beta|testapigroup/.test(file))
      .flatMap((file) => messagesOf(readFileSync(file, 'utf8'), properties)),
  );
}

function messagesOf(text: string, properties: Properties): readonly (readonly [string, readonly PackedField[]])[] {
  const scope = /^package ([\w.]+);/m.exec(text)?.[1] ?? '';
  const bare = text.replaceAll(/\/\/.*$/gm, '');
  return [...bare.matchAll(/message (\w+) \{([^}]*)\}/g)].map(([, name = '', body = '']) => {
    const declared = properties(`io.k8s.${scope.replace(/^k8s\.io\./, '')}.${name}`);
    return [`${scope}.${name}`, fieldsOf(body, scope, declared)] as const;
  });
}

const FIELD = /^\s*(optional|required|repeated|map<\s*\w+\s*,)\s*([.\w]+)>?\s+(\w+)\s*=\s*(\d+)/gm;
const SCALARS = new Set(['string', 'bytes', 'bool', 'int32', 'int64', 'uint32', 'uint64', 'double', 'float']);

function fieldsOf(body: string, scope: string, declared: ReadonlySet<string> | undefined): readonly PackedField[] {
  return [...body.matchAll(FIELD)].map(([, label = '', given = '', name = '', number = '']): PackedField => {
    const isScalar = SCALARS.has(given);
    const type = isScalar ? given : given.startsWith('.') ? given.slice(1) : `${scope}.${given}`;
    const isInline = !isScalar && declared !== undefined && !declared.has(name) && label !== 'repeated';
    const is = label === 'repeated' ? 'r' : label.startsWith('map') ? 'm' : isInline ? 'i' : '';
    return [Number(number), name, type, is];
  });
}
