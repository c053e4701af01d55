import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {escapeLiteral} from './escape.ts';
import {textAt} from './text-at.ts';

/** Returns the addresses of the managed resources in a state. */
export const addressesIn = (state: JsonObject | undefined): readonly string[] => [
  ...new Set(instancesIn(state).map(({address}) => address)),
];

/** Returns the instances of the managed resources in a state, with their addresses and their resources. */
export const instancesIn = (
  state: JsonObject | undefined,
): readonly {readonly address: string; readonly resource: JsonObject; readonly instance: JsonObject}[] =>
  list(state?.['resources'])
    .filter(isObject)
    .filter(({mode}) => mode === 'managed')
    .flatMap((one) =>
      list(one['instances'])
        .filter(isObject)
        .map((instance) => ({address: addressOf(one, instance['index_key']), resource: one, instance})),
    );

/** Returns the address of an instance of a resource: `module.net.aws_subnet.a["b"]`. */
export function addressOf(resource: JsonObject, key?: Json): string {
  const plain = ['module', 'type', 'name'].flatMap((part) => textAt(resource, part) || []).join('.');
  if (key === undefined || key === null) return plain;
  return `${plain}[${JSON.stringify(typeof key === 'string' ? escapeLiteral(key) : key)}]`;
}

const list = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
