import {isList, type JsonObject} from '../../core/json.ts';
import type {ModuleDescription} from '../../core/module/describe-module.ts';
import {mapStrings} from '../../core/reference/map-strings.ts';
import {defined} from '../../lib/defined.ts';
import {fileSchema} from '../fields/file-schema.ts';
import {textIn} from './mapping.ts';

/** Returns the JSON Schema of an application file with the modules of a workspace, for editors. @param modules by their names in the workspace */
export function editorSchema(modules: ReadonlyMap<string, ModuleDescription>): JsonObject {
  const whole = fileSchema('application', 'ref');
  if (modules.size === 0) return whole;
  const definitions = {...(whole['$defs'] as Readonly<Record<string, JsonObject>>)};
  const follow = (node: JsonObject | undefined): readonly [name: string, node: JsonObject] => {
    const name = textIn(node?.['$ref']).replace('#/$defs/', '');
    const found = definitions[name] ?? {};
    return found['$ref'] === undefined ? [name, found] : follow(found);
  };
  const [, application] = follow(whole['additionalProperties'] as JsonObject);
  const [name, accessories] = follow(propertiesOf(application)['accessories'] as JsonObject);
  const own = [...modules].map(([module, description]) => [`module-${module}`, ofModule(module, description)] as const);
  const names = [...modules.keys()];
  return {
    ...whole,
    $defs: {
      ...definitions,
      ...Object.fromEntries(own),
      [name]: {
        ...accessories,
        properties: {
          ...propertiesOf(accessories),
          ...Object.fromEntries(names.map((module) => [module, {$ref: `#/$defs/module-${module}`}])),
        },
        additionalProperties: {
          allOf: [
            accessories['additionalProperties'] ?? {},
            ...names.map((module) => ({
              if: {properties: {module: {const: module}}, required: ['module']},
              // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
              then: {$ref: `#/$defs/module-${module}`},
            })),
          ],
        },
      },
    },
  };
}

const propertiesOf = (node: JsonObject): JsonObject => (node['properties'] ?? {}) as JsonObject;

const MODULE = {type: 'string', description: 'The name of the module. Default: the key.'};

/** Returns the schema of a use of a module. Fields that the platform may set are not required of the application. */
function ofModule(name: string, {input, platform, description}: ModuleDescription): JsonObject {
  const {
    $schema: _,
    required,
    ...schema
  } = mapStrings(input, (text, path) =>
    path.at(-1) === '$ref' ? text.replace(/^#\//, `#/$defs/module-${name}/`) : text,
  );
  const needed = required !== undefined && isList(required) ? required : [];
  const left = needed.filter((field) => !Object.hasOwn(propertiesOf(platform ?? {}), textIn(field)));
  return {
    description,
    ...schema,
    properties: {...propertiesOf(schema), module: MODULE},
    ...defined({required: left.length === 0 ? undefined : left}),
  };
}
