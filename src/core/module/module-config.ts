import type {z} from 'zod';
import {isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {jsonAt} from '../json-at.ts';
import {knownFields} from '../schema/known-fields.ts';
import type {ModuleDefinition} from './module-definition.ts';
import type {ModuleProblem} from './module-problem.ts';
import {schemaProblems, unknownField} from './schema-problems.ts';

/** The fields of one use of a module, as the application and the workspace have them. */
export type ModuleFields = {
  readonly application: JsonObject;
  /** Undefined: the workspace has none for this project. */
  readonly platform: JsonObject | undefined;
};

/** The merged and checked fields, or all problems with them. */
export type ModuleConfig = {readonly config: JsonObject} | {readonly problems: readonly ModuleProblem[]};

/**
 * Merges the fields of the application and of the platform, and checks them. A field of both schemas is merged: the application wins, maps
 * are merged key by key. A field of one schema is refused on the other side.
 */
export function moduleConfig(definition: ModuleDefinition<object, object>, fields: ModuleFields): ModuleConfig {
  const {application, platform: written = {}} = fields;
  const ofInput = knownFields(definition.input, []);
  const ofPlatform = definition.platform === undefined ? [] : knownFields(definition.platform, []);
  const sides = {definition, ofInput, ofPlatform};
  const misplaced = [
    ...Object.keys(application).flatMap((key) => misplacedInput(key, sides)),
    ...Object.keys(written).flatMap((key) => misplacedPlatform(key, sides)),
  ];
  const platform = parse(definition.platform, only(written, ofPlatform));
  const platformProblems = platform.issues.map((problem): ModuleProblem => ({side: 'platform', ...problem}));
  const shared = ofInput.filter((key) => ofPlatform.includes(key));
  const merged = mergeJson(only(platform.value, shared), only(application, ofInput));
  const input = parse(definition.input, merged);
  const inputProblems = input.issues.map(
    (problem): ModuleProblem => ({side: sideOf(problem.path, application, platform.value), ...problem}),
  );
  // A shared field without a value is one problem, of the platform that must set it.
  const own = inputProblems.filter(({path}) => !platformProblems.some((other) => other.path[0] === path[0]));
  const problems = [...misplaced, ...platformProblems, ...own];
  return problems.length > 0 ? {problems} : {config: {...platform.value, ...input.value}};
}

/** Merges two values: the second wins, and objects are merged key by key at every depth. */
function mergeJson(base: JsonObject, over: JsonObject): JsonObject {
  const entries = Object.entries(over).map(([key, value]): [string, Json] => {
    const below = Object.hasOwn(base, key) ? base[key] : undefined;
    return [key, isObject(below) && isObject(value) ? mergeJson(below, value) : value];
  });
  return {...base, ...Object.fromEntries(entries)};
}

type Sides = {
  readonly definition: Pick<ModuleDefinition, 'name'>;
  readonly ofInput: readonly string[];
  readonly ofPlatform: readonly string[];
};

function misplacedInput(key: string, {definition, ofInput, ofPlatform}: Sides): readonly ModuleProblem[] {
  if (ofInput.includes(key)) return [];
  if (!ofPlatform.includes(key)) return [{side: 'application', ...unknownField(key, [], ofInput)}];
  const message = `\`${key}\` of module ${definition.name} is set by the platform, not by the application`;
  const hint = `Set it in \`modules.${definition.name}.configs\` of the workspace.`;
  return [{side: 'application', path: [key], message, hint}];
}

function misplacedPlatform(key: string, {definition, ofInput, ofPlatform}: Sides): readonly ModuleProblem[] {
  if (ofPlatform.includes(key)) return [];
  if (!ofInput.includes(key)) return [{side: 'platform', ...unknownField(key, [], ofPlatform)}];
  const message = `\`${key}\` of module ${definition.name} is set by the application, not by the platform`;
  return [{side: 'platform', path: [key], message, hint: 'Set it in the application file.'}];
}

/** Returns the side that has the value of a path. A missing value belongs to the application. */
const sideOf = (path: JsonPath, application: JsonObject, platform: JsonObject): ModuleProblem['side'] =>
  jsonAt(application, path) === undefined && jsonAt(platform, path) !== undefined ? 'platform' : 'application';

const only = (fields: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => keys.includes(key)));

type Parsed = {readonly value: JsonObject; readonly issues: ReturnType<typeof schemaProblems>};

function parse(schema: z.ZodType<object> | undefined, value: JsonObject): Parsed {
  if (schema === undefined) return {value: {}, issues: []};
  const parsed = schema.safeParse(value);
  return parsed.success
    ? {value: parsed.data as JsonObject, issues: []}
    : {value, issues: schemaProblems(parsed.error.issues, schema, value)};
}
