import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {ModulePatch} from '../../core/module/module-patch.ts';
import {secretOutput} from '../../core/module/secret-output.ts';
import {podTemplateOf} from '../graph/edges/pod-template.ts';
import {editAt} from './edit-at.ts';

/** Puts the variables of a patch before those of the containers. A variable of the application stays. */
export function prependVariables(
  {env = []}: ModulePatch,
  objects: Map<string, JsonObject>,
  workload: string | undefined,
): void {
  const target = workload === undefined ? undefined : objects.get(workload);
  const path = target && podTemplateOf(target)?.path;
  if (workload === undefined || target === undefined || path === undefined || env.length === 0) return;
  objects.set(
    workload,
    editAt(target, [...path, 'spec'], (spec) => withVariables(spec, env)),
  );
}

const withVariables = (spec: JsonObject, env: NonNullable<ModulePatch['env']>): JsonObject => ({
  ...spec,
  ...Object.fromEntries(
    ['initContainers', 'containers'].flatMap((list) => {
      const containers = spec[list];
      return isList(containers)
        ? [[list, containers.map((container) => (isObject(container) ? withEnv(container, env) : container))]]
        : [];
    }),
  ),
});

function withEnv(container: JsonObject, env: NonNullable<ModulePatch['env']>): JsonObject {
  const {name: containerName} = container;
  const own = isList(container['env']) ? container['env'] : [];
  const names = new Set(own.map((one) => (isObject(one) ? one['name'] : undefined)));
  const added = env
    .filter(({name, containers}) => !names.has(name) && (containers?.some((one) => one === containerName) ?? true))
    .map(({name, value}) => variable(name, value));
  return added.length === 0 ? container : {...container, env: [...added, ...own]};
}

/** Returns a variable: a map is its `valueFrom`, `secret://NAME/KEY` a key of a Secret, and anything else its text. */
function variable(name: string, value: Json): JsonObject {
  if (isObject(value)) return {name, valueFrom: value};
  const from = secretOutput(value);
  if (from !== undefined) return {name, valueFrom: {secretKeyRef: from}};
  return {name, value: typeof value === 'string' ? value : JSON.stringify(value)};
}
