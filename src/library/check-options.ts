import {GantryError} from '../core/failure/failure.ts';
import {PERMISSION_FLAG} from '../core/plan/permissions.ts';
import {didYouMean} from '../lib/did-you-mean.ts';

type Check = {readonly what: string; readonly accepts: (value: unknown) => boolean};

const isText = (value: unknown): boolean => typeof value === 'string';
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TEXT: Check = {what: 'a string', accepts: isText};
const TEXTS: Check = {what: 'a list of strings', accepts: (value) => Array.isArray(value) && value.every(isText)};
const SWITCH: Check = {what: 'a boolean', accepts: (value) => typeof value === 'boolean'};
const SECONDS: Check = {what: 'a number of at least 0', accepts: (value) => typeof value === 'number' && value >= 0};
const COUNT: Check = {
  what: 'a whole number of at least 1',
  accepts: (value) => Number.isInteger(value) && Number(value) > 0,
};
const OBJECT: Check = {what: 'an object', accepts: isObject};
const OBJECTS: Check = {what: 'a list of objects', accepts: (value) => Array.isArray(value) && value.every(isObject)};
const SIGNAL: Check = {what: 'an AbortSignal', accepts: (value) => value instanceof AbortSignal};

const OPTIONS: Readonly<Record<string, Check>> = {
  workspace: TEXT,
  directory: TEXT,
  backend: TEXT,
  env: OBJECT,
  signal: SIGNAL,
  stack: TEXT,
  resources: OBJECTS,
  namespace: TEXT,
  targets: TEXTS,
  excludes: TEXTS,
  images: TEXTS,
  ignore: TEXTS,
  regenerate: TEXTS,
  allowEmpty: SWITCH,
  permissions: OBJECT,
  wait: SWITCH,
  timeoutSeconds: SECONDS,
  parallelism: COUNT,
  lockTimeoutSeconds: SECONDS,
  rollbackOnFailure: SWITCH,
  approval: TEXT,
  sign: TEXT,
  planFile: TEXT,
  all: SWITCH,
};

const PERMISSIONS: Readonly<Record<string, Check>> = Object.fromEntries(
  Object.keys(PERMISSION_FLAG).map((name) => [name, TEXTS]),
);

/**
 * Checks the options of a program without types. An unknown name would be ignored, and a plan without its namespace deletes objects.
 * @throws GantryError input/usage for the first unknown name or wrong value
 */
export function checkOptions(options: object): void {
  checkMembers(options, OPTIONS, '');
  if ('permissions' in options && options.permissions !== undefined)
    checkMembers(options.permissions as object, PERMISSIONS, 'permissions.');
}

function checkMembers(members: object, known: Readonly<Record<string, Check>>, prefix: string): void {
  for (const [name, value] of Object.entries(members)) {
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    if (check === undefined) throw unknown(`${prefix}${name}`, didYouMean(name, Object.keys(known)));
    if (value !== undefined && !check.accepts(value))
      throw new GantryError({code: 'input/usage', message: `The option ${prefix}${name} must be ${check.what}.`});
  }
}

const unknown = (name: string, nearest: string | undefined): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `The option ${name} does not exist.`,
    hint: nearest === undefined ? 'The options are in docs/reference/library.md.' : `Did you mean ${nearest}?`,
  });
