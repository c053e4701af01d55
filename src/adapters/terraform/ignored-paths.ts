import type {PathElement} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {type IgnorePath, readIgnorePath} from '../../core/plan/ignore-path.ts';
import type {IgnoreRule} from '../../core/plan/ignore-rule.ts';
import {showPath} from '../../core/reference/path.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {terraformType} from '../../core/resource/terraform-type.ts';
import {traversal} from './escape.ts';

/** A resource whose changes rules ignore: what the files want, and the values in the state. */
export type Ignorable = {readonly resource: Resource; readonly values: JsonObject | undefined};

/**
 * Returns the parts of a resource that rules leave as they are, for `ignore_changes`. Terraform knows no field managers, so rules about a
 * manager do not apply.
 */
export const ignoredPaths = (rules: readonly IgnoreRule[], one: Ignorable): readonly string[] => [
  ...new Set(rules.flatMap((rule) => pathsOf(rule, one)).map((path) => traversal(path).slice(1))),
];

/** Reports whether rules ignore a changed field. */
export const isIgnored = (rules: readonly IgnoreRule[], one: Ignorable, field: string): boolean =>
  rules
    .flatMap((rule) => pathsOf(rule, one))
    .map((path) => showPath(path))
    .some((path) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`));

/** Reports whether a rule ignores a part of a resource. */
export const isRuleUsed = (rule: IgnoreRule, one: Ignorable): boolean => pathsOf(rule, one).length > 0;

function pathsOf({path, id, kind, name, manager}: IgnoreRule, {resource, values}: Ignorable): readonly JsonPath[] {
  const isAbout =
    manager === undefined &&
    (id === undefined || id === resource.id) &&
    (kind === undefined || kind === terraformType(resource)) &&
    (name === undefined || name === resource.id.split(':').at(-1));
  const steps = isAbout && path !== undefined ? readIgnorePath(path) : undefined;
  return steps === undefined ? [] : [resource.attributes, values ?? {}].flatMap((value) => matches(value, steps));
}

function matches(value: Json, [step, ...rest]: IgnorePath, path: JsonPath = []): readonly JsonPath[] {
  if (step === undefined) return [path];
  const parts: readonly (readonly [PathElement, string | number, Json])[] = isList(value)
    ? value.map((part, index) => [{index}, index, part])
    : isObject(value)
      ? Object.entries(value).map(([field, part]) => [{field}, field, part])
      : [];
  return parts.flatMap(([element, key, part]) => (step(element) ? matches(part, rest, [...path, key]) : []));
}
