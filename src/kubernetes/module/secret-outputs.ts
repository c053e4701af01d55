import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {OUTPUT_REFERENCE, type Outputs} from '../../core/module/expand-outputs.ts';
import type {ModulePatch} from '../../core/module/module-patch.ts';
import {secretOutput} from '../../core/module/secret-output.ts';
import {defined} from '../../lib/defined.ts';
import {at, nameAt, podTemplateOf} from '../graph/edges/pod-template.ts';
import {editAt} from './edit-at.ts';

/** The outputs of the accessories, and the variables that their patches add. */
export type Given = {readonly outputs: Outputs; readonly variables: NonNullable<ModulePatch['env']>};

/** A workload in which Kubernetes inserts the keys of Secrets, and the variables that this needs, by accessory. */
export type WithSecretOutputs = {
  readonly object: JsonObject;
  readonly patches: readonly {readonly accessory: string; readonly patch: ModulePatch}[];
};

/**
 * Replaces outputs that are keys of Secrets (`secret://NAME/KEY`) in `env`, `command` and `args` of containers. A variable with only the output refers to
 * the key. In a longer text, Kubernetes expands `$(VARIABLE)`, and a patch adds that variable before those of the container. So neither the object
 * nor a file contains the value.
 */
export function withSecretOutputs(object: JsonObject, given: Given): WithSecretOutputs {
  const path = podTemplateOf(object)?.path;
  if (path === undefined) return {object, patches: []};
  const patches: {accessory: string; patch: ModulePatch}[] = [];
  const changed = editAt(object, [...path, 'spec'], (spec) => ({
    ...spec,
    ...Object.fromEntries(
      ['initContainers', 'containers'].flatMap((list) => {
        const containers = spec[list];
        return isList(containers)
          ? [[list, containers.map((one) => (isObject(one) ? containerWith(one, given, patches) : one))]]
          : [];
      }),
    ),
  }));
  return {object: changed, patches};
}

type Key = {readonly accessory: string; readonly written: string; readonly name: string; readonly key: string};

function containerWith(
  container: JsonObject,
  {outputs, variables: added}: Given,
  patches: {accessory: string; patch: ModulePatch}[],
): JsonObject {
  const env = isList(container['env']) ? container['env'].filter(isObject) : [];
  const own = new Set(env.map((one) => nameAt(one, 'name') ?? ''));
  const taken = new Set([...own, ...added.map(({name}) => name)]);
  // The variables with a key, by `secret://NAME/KEY`. A variable of the container replaces that of a patch.
  const named = new Map(
    added.flatMap(({name, value, containers}) =>
      secretOutput(value) === undefined || containers !== undefined || own.has(name) ? [] : [[value as string, name]],
    ),
  );
  const variableOf = ({accessory, written, name, key}: Key): string => {
    const value = `secret://${name}/${key}`;
    const known = named.get(value);
    if (known !== undefined) return known;
    const variable = freeName(`${accessory}_${written}`.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_'), taken);
    named.set(value, variable);
    taken.add(variable);
    const containers = [nameAt(container, 'name') ?? ''];
    patches.push({accessory, patch: {env: [{name: variable, value, containers}]}});
    return variable;
  };
  const expanded = (text: Json): Json =>
    typeof text === 'string' ? replaceKeys(text, outputs, (key) => `$(${variableOf(key)})`) : text;
  const variables = env.map((one) => {
    const whole = typeof one['value'] === 'string' ? wholeKey(one['value'], outputs) : undefined;
    if (whole === undefined) return one['value'] === undefined ? one : {...one, value: expanded(one['value'])};
    const {name, key} = whole;
    // Later variables of the container can use this one.
    named.set(`secret://${name}/${key}`, named.get(`secret://${name}/${key}`) ?? nameAt(one, 'name') ?? '');
    return {name: one['name'] ?? '', valueFrom: {secretKeyRef: {name, key}}};
  });
  return {
    ...container,
    ...defined({env: env.length === 0 ? undefined : variables}),
    ...Object.fromEntries(
      ['command', 'args'].flatMap((field) => {
        const words = at(container, field);
        return words !== undefined && isList(words) ? [[field, words.map(expanded)]] : [];
      }),
    ),
  };
}

/** Returns a name that no variable of the container has. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = `${/^\d/.test(wanted) ? '_' : ''}${wanted}${number === 1 ? '' : `_${number}`}`;
    if (!taken.has(name)) return name;
  }
}

function wholeKey(text: string, outputs: Outputs): Key | undefined {
  let found: Key | undefined;
  const rest = replaceKeys(text, outputs, (key) => {
    found = key;
    return '';
  });
  return rest === '' && text.lastIndexOf('${') === 0 ? found : undefined;
}

const replaceKeys = (text: string, outputs: Outputs, replace: (key: Key) => string): string =>
  text.replaceAll(OUTPUT_REFERENCE, (whole: string, dollars: string, reference: string, end: string) => {
    const dot = reference.lastIndexOf('.');
    const [accessory, written] = [reference.slice(0, dot), reference.slice(dot + 1)];
    const values = Object.hasOwn(outputs, accessory) ? outputs[accessory] : undefined;
    const key = values !== undefined && Object.hasOwn(values, written) ? secretOutput(values[written]) : undefined;
    return key === undefined || dollars.length > 1 || end === '' ? whole : replace({accessory, written, ...key});
  });
