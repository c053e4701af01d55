import type {JsonObject, JsonPath} from '../../core/json.ts';
import {follow, showPath} from '../../core/reference/path.ts';
import {groupVersion} from '../../core/resource/identity.ts';
import {dropNulls} from '../fields/drop-server-fields.ts';
import type {Schema} from '../fields/schema.ts';
import {structuralProblems} from '../fields/structural-problems.ts';
import {type Problem, validateObject} from '../fields/validate.ts';
import type {CustomKind} from '../types/custom-kinds.ts';
import {placeOfField, versionsOfField} from './field-hint.ts';
import type {KnownKinds} from './find-kind.ts';
import type {Finding} from './finding.ts';
import {missingFields} from './missing-fields.ts';
import {movedField} from './moved-fields.ts';

/** The schema of an object of Kubernetes, and the API version that it is from. */
export type BuiltIn = {readonly schema: Schema; readonly apiVersion: string; readonly kind: string};

/** Checks an object against the schema of a kind of Kubernetes. */
export function builtInFindings(
  object: JsonObject,
  {schema, apiVersion, kind}: BuiltIn,
  kinds: KnownKinds,
): readonly Finding[] {
  const isReplacement = object['apiVersion'] !== apiVersion;
  const problems = validateObject(object, schema).filter((problem) => !isEmptyChoice(object, problem));
  const keyless = new Set(problems.filter(({code}) => code === 'missing-key').map(({path}) => showPath(path)));
  return [
    ...problems.map((problem) =>
      problem.code === 'unknown-field'
        ? unknownField(problem, {schema, apiVersion, kind}, kinds, isReplacement)
        : findingOf(problem),
    ),
    ...missingFields(object, schema)
      .filter((path) => !keyless.has(showPath(path.slice(0, -1))))
      .map((path): Finding => {
        const where = isReplacement ? ` (${apiVersion} requires it)` : '';
        return {severity: 'error', code: 'object/missing-field', path, message: `${showPath(path)} is missing${where}`};
      }),
  ];
}

/** Checks an object against the schema in the CRD of its kind. */
export function customFindings(object: JsonObject, {openApiSchema}: CustomKind, schema: Schema): readonly Finding[] {
  const problems = validateObject(object, schema);
  const reported = new Set(problems.map(({path}) => showPath(path)));
  const refused = structuralProblems(dropNulls(object, schema), openApiSchema);
  return [...problems.map(findingOf), ...refused.filter(({path}) => !reported.has(showPath(path))).map(findingOf)];
}

type AnyProblem = {
  readonly path: JsonPath;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
};

/** Returns a problem with a schema as a finding. */
export const findingOf = ({path, code, message, hint}: AnyProblem): Finding => ({
  severity: 'error',
  code: `object/${code}`,
  path,
  part: code === 'unknown-field' ? 'key' : 'value',
  message: `${showPath(path)} ${message}`,
  hint,
});

/** Reports whether a finding is an empty value of an enum. The server replaces it by the default, and templates often write it. */
function isEmptyChoice(object: JsonObject, {code, path}: Problem): boolean {
  if (code !== 'enum') return false;
  const found = follow(object, path);
  return 'value' in found && found.value === '';
}

function unknownField(problem: Problem, type: BuiltIn, kinds: KnownKinds, isReplacement: boolean): Finding {
  const {schema, apiVersion, kind} = type;
  const {path} = problem;
  const finding = findingOf(problem);
  const moved = movedField(groupVersion(apiVersion).group, kind, path);
  if (moved !== undefined)
    return {...finding, message: `${showPath(path)} is not a field of ${apiVersion}: it ${moved}`, hint: undefined};
  const message = isReplacement ? `${showPath(path)} is not a field of ${apiVersion}` : finding.message;
  const hint = versionsOfField(kinds, [apiVersion, kind], path) ?? problem.hint ?? placeOfField(schema, path);
  return {...finding, message, hint};
}
