import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {moduleDirectory} from './go-modules.ts';

/** A type, as Go writes it: `[]k8s.io/api/core/v1.Container`, `map[string]string`, `*int32`. */
export type GoTypeText = string;

/** A field of a struct; one that is embedded has no name. `json` is its tag for encoding/json: `name,omitempty`. */
export type DeclaredField = {readonly name: string; readonly type: GoTypeText; readonly json: string};

/** A struct has fields, any other type is made of another one. */
export type DeclaredType = {readonly fields?: readonly DeclaredField[]; readonly of?: GoTypeText};

/** Looks up a type by its name with the path of its package: `k8s.io/api/core/v1.Container`. */
export type GoTypes = (name: string) => DeclaredType | undefined;

/** The types that these packages declare (`k8s.io/api/core/v1`), out of the sources of the tests' control plane. */
export function goTypes(packages: readonly string[]): GoTypes {
  const directories = packages.map((path) => {
    const [host = '', module = '', ...rest] = path.split('/');
    return `${path}=${join(moduleDirectory(`${host}/${module}`), ...rest)}`;
  });
  const program = join(import.meta.dirname, 'go-types', 'main.go');
  const printed = execFileSync('go', ['run', program, ...directories], {encoding: 'utf8', maxBuffer: 2 ** 28});
  const declared = JSON.parse(printed) as Record<string, Record<string, DeclaredType>>;
  return (name) => {
    const dot = name.lastIndexOf('.');
    return declared[name.slice(0, dot)]?.[name.slice(dot + 1)];
  };
}

const BASIC = new Set(['string', 'bool', 'byte', 'float32', 'float64', ...['int', 'uint'].flatMap(withSizes)]);

function withSizes(name: string): readonly string[] {
  return ['', '8', '16', '32', '64'].map((size) => `${name}${size}`);
}

export const isBasic = (type: GoTypeText): boolean => BASIC.has(type);

/** Returns the two parts of `map[K]V`; undefined if the type is not a map. */
export function mapParts(type: GoTypeText): readonly [key: GoTypeText, value: GoTypeText] | undefined {
  const [, key, value] = /^map\[([^\]]+)\](.+)$/.exec(type) ?? [];
  return key === undefined || value === undefined ? undefined : [key, value];
}

/** Returns the type behind a name: a basic type, a list, a map or a pointer; or the name of a struct. */
export function underlying(type: GoTypeText, types: GoTypes): GoTypeText {
  const of = types(type)?.of;
  return of === undefined ? type : underlying(of, types);
}
