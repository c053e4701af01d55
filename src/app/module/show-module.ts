import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {findModule, type ModulePlace, type NamedModule} from './find-module.ts';
import {type ModuleField, moduleFields} from './module-fields.ts';

/** The answer of `gantry module show` and `gantry module docs`. */
export type ModuleShown = {
  readonly formatVersion: 1;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly place: ModulePlace;
  /** `sha512-…` of its files. Absent: it is built in. */
  readonly integrity?: string;
  readonly fields: readonly ModuleField[];
  /** The keys of the workspace's context that it receives. */
  readonly context: readonly string[];
  /** The outputs that the module declares, with their descriptions. Absent: it declares none, and may still have some. */
  readonly outputs?: Readonly<Record<string, string>>;
};

/**
 * Returns the description of a module from its schemas.
 * @throws GantryError `input/invalid` if it is not found or cannot be used
 */
export async function showModule(request: NamedModule, deps: Deps): Promise<ModuleShown> {
  const {place, description, integrity} = await findModule(request, deps);
  const {name, version, description: text, context, outputs} = description;
  return {
    formatVersion: 1,
    name,
    version,
    description: text,
    place,
    ...defined({integrity}),
    fields: moduleFields(description),
    context,
    ...defined({outputs}),
  };
}
