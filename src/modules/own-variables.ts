import type {ModuleRequest} from '../core/module/module.ts';
import {ModuleFault} from '../core/module/module-fault.ts';
import type {ModulePatch} from '../core/module/module-patch.ts';
import {EnvironmentName} from './container-model.ts';
import {restartPatch} from './restart-patch.ts';

/** Returns the patch that gives the containers of the workload values of an accessory: `DB_HOST` of the accessory `db`. */
export function addressPatch(
  request: Pick<ModuleRequest, 'accessory' | 'naming' | 'workload'>,
  values: Readonly<Record<string, string | number>>,
): ModulePatch {
  const prefix = (request.accessory ?? '').toUpperCase().replaceAll('-', '_');
  return {
    env: Object.entries(values).map(([key, value]) => ({name: `${prefix}_${key.toUpperCase()}`, value: String(value)})),
    ...restartPatch(request),
  };
}

/** Returns the patch that makes each key of a ConfigMap or Secret a variable of the workload. Pods restart when a value changes. */
export function variablesFor(
  request: Pick<ModuleRequest, 'naming' | 'workload'>,
  from: 'configMapKeyRef' | 'secretKeyRef',
  {name, keys}: {readonly name: string; readonly keys: readonly string[]},
): ModulePatch {
  const wrong = keys.find((key) => !EnvironmentName.safeParse(key).success);
  if (wrong !== undefined) throw new ModuleFault(`the key \`${wrong}\` cannot be a variable`, 'Write `env: false`.');
  return {
    env: keys.map((key) => ({name: key, value: {[from]: {name, key}}})),
    ...restartPatch(request),
  };
}
