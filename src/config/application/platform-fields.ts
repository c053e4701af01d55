import {isList, isObject, type Json} from '../../core/json.ts';
import {type Located, partOf, withField} from '../../core/variation/located.ts';

/** The fields of a module that the workspace sets for a project. */
export type PlatformFields = {
  /** The fields of `default` alone. */
  readonly common: Located;
  /** The fields with the block for the project. The same as `common` if there is none. */
  readonly whole: Located;
};

/** Kusion's field with existing resources of the provider. It is for the resources of the stack, and not for the module. */
export const IMPORTED_RESOURCES = 'importedResources';

const SELECTOR = 'projectSelector';

/**
 * Returns the fields that a workspace sets for a module in a project, as Kusion does: a copy of `default`, in which every key of the block
 * whose `projectSelector` names the project replaces the same key. Nested mappings are replaced too. Undefined if there are none.
 * @param modules `modules` of the workspace
 */
export function platformFields(
  modules: Located | undefined,
  module: string,
  project: string,
): PlatformFields | undefined {
  const entry = modules && partOf(modules, module);
  const configs = entry && partOf(entry, 'configs');
  if (configs === undefined || !isObject(configs.value)) return undefined;
  const name = Object.keys(configs.value).find((one) => one !== 'default' && selects(partOf(configs, one), project));
  const block = name === undefined ? undefined : partOf(configs, name);
  const common = partOf(configs, 'default') ?? {value: {}, place: configs.place};
  const keys = block !== undefined && isObject(block.value) ? Object.keys(block.value) : [];
  const whole = keys
    .filter((key) => key !== SELECTOR)
    .reduce((fields, key) => withField(fields, key, block && partOf(block, key)), common);
  return isEmpty(whole.value) ? undefined : {common, whole};
}

/** Returns the fields for the module itself; undefined if there are none. */
export function moduleFields(fields: PlatformFields | undefined): PlatformFields | undefined {
  if (fields === undefined || partOf(fields.whole, IMPORTED_RESOURCES) === undefined) return fields;
  const [common, whole] = [fields.common, fields.whole].map((one) => withField(one, IMPORTED_RESOURCES, undefined));
  return common === undefined || whole === undefined || isEmpty(whole.value) ? undefined : {common, whole};
}

const isEmpty = (value: Json): boolean => !isObject(value) || Object.keys(value).length === 0;

function selects(block: Located | undefined, project: string): boolean {
  const selector = block && partOf(block, SELECTOR)?.value;
  return selector !== undefined && isList(selector) && selector.includes(project);
}
