import {type Field, fieldsOfSchema} from '../../config/fields/field.ts';
import type {ModuleDescription} from '../../core/module/describe-module.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';

/** The part of the configuration that sets a field. `both`: the application wins, and maps are merged. */
export type ModuleSide = 'application' | 'platform' | 'both';

/** A field of a module, and the part of the configuration that sets it. */
export type ModuleField = Field & {readonly side: ModuleSide};

const ORDER: readonly ModuleSide[] = ['application', 'both', 'platform'];

const has = (fields: readonly Field[], field: Field): boolean => fields.some((one) => one.name === field.name);

/** Returns the fields of a module from its two schemas: those of the application first, required ones before the others, then by name. */
export function moduleFields({name, input, platform}: ModuleDescription): readonly ModuleField[] {
  const ofApplication = fieldsOfSchema(name, input).fields;
  const ofPlatform = platform === undefined ? [] : fieldsOfSchema(name, platform).fields;
  const fields = [
    ...ofApplication.map((field): ModuleField => ({...field, side: has(ofPlatform, field) ? 'both' : 'application'})),
    ...ofPlatform
      .filter((field) => !has(ofApplication, field))
      .map((field): ModuleField => ({...field, side: 'platform'})),
  ];
  return fields.toSorted(
    (a, b) =>
      ORDER.indexOf(a.side) - ORDER.indexOf(b.side) ||
      Number(b.required) - Number(a.required) ||
      compareNaturally(a.name, b.name),
  );
}
