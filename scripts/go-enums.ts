import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** Returns the values that a field of a type allows, by the names that OpenAPI uses: `io.k8s.api.core.v1.Container`, `imagePullPolicy`. */
export type EnumOf = (type: string, field: string) => readonly string[] | undefined;

/**
 * Reads the enums of the module k8s.io/api: the constants of types with the mark `+enum`. The server validates them, but does not publish them in
 * OpenAPI by default.
 */
export function goEnums(directory: string): EnumOf {
  const packages = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return (type, field) => {
    const [, group = '', version = '', name = ''] = /^io\.k8s\.api\.([^.]+)\.([^.]+)\.(\w+)$/.exec(type) ?? [];
    const file = join(directory, group, version, 'types.go');
    const known =
      packages.get(file) ?? (name !== '' && existsSync(file) ? read(readFileSync(file, 'utf8')) : new Map());
    packages.set(file, known);
    return known.get(`${name}.${field}`) as readonly string[] | undefined;
  };
}

const ENUM = /^\/\/ \+enum\n(?:\/\/.*\n)*type (\w+) string$/gm;
const STRUCT = /^type (\w+) struct \{\n([\s\S]*?)^\}/gm;
const FIELD = /^\t\w+\s+(?:\*|\[\])?(\w+)\s+`json:"(\w+)/gm;

function read(source: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>([...source.matchAll(ENUM)].map(([, name = '']) => [name, []]));
  for (const [, type = '', value = ''] of source.matchAll(/^(?:const|)\s*\w+\s+(\w+)\s+= "(.*)"/gm))
    values.get(type)?.push(value);
  const fields = new Map<string, readonly string[]>();
  for (const [, struct = '', body = ''] of source.matchAll(STRUCT)) {
    for (const [, type = '', json = ''] of body.matchAll(FIELD)) {
      const allowed = values.get(type);
      if (allowed !== undefined && allowed.length > 0)
        fields.set(`${struct}.${json}`, [...new Set(allowed)].toSorted());
    }
  }
  return fields;
}
