import type {Json, JsonObject} from '../json.ts';

/** The blocks of `modules.NAME.configs` of a workspace by their names. */
export type ModuleConfigs = Readonly<Record<string, JsonObject>>;

/** The platform's fields of a module for one project. */
export type PlatformFields = {
  readonly fields: JsonObject;
  /** The block of each field: `default`, or the block whose projectSelector names the project. */
  readonly blockOf: Readonly<Record<string, string>>;
};

const DEFAULT = 'default';
const SELECTOR = 'projectSelector';

/**
 * Returns the platform's fields of a module by Kusion's rule: the fields of `default`, then each field of the block that names the project
 * replaces the same field as a whole. Undefined if neither has a field.
 */
export function platformFields(configs: ModuleConfigs | undefined, project: string): PlatformFields | undefined {
  const blocks = Object.entries(configs ?? {});
  const chosen = blocks.filter(([name, block]) => name === DEFAULT || names(block[SELECTOR], project));
  // `default` is the first, wherever the file has it.
  const ordered = chosen.toSorted(([a], [b]) => Number(b === DEFAULT) - Number(a === DEFAULT));
  const entries = ordered.flatMap(([name, block]) =>
    Object.entries(block).flatMap(([field, value]) => (field === SELECTOR ? [] : [{name, field, value}])),
  );
  if (entries.length === 0) return undefined;
  return {
    fields: Object.fromEntries(entries.map(({field, value}) => [field, value])),
    blockOf: Object.fromEntries(entries.map(({field, name}) => [field, name])),
  };
}

const names = (selector: Json | undefined, project: string): boolean =>
  Array.isArray(selector) && selector.includes(project);
