import type {Diagnostic, Position} from '../../core/diagnostic/diagnostic.ts';
import {isList, isObject, type Json} from '../../core/json.ts';
import {POLICY_PARTS, type PolicyDescription} from '../../core/program/policy-program.ts';
import type {RestrictedPrograms} from '../../ports/restricted-programs.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/;

/** Describes the policy that a program exports. Reports each fault at the entry in the workspace. */
export async function describePolicy(
  path: string,
  {file, at}: {readonly file: string; readonly at: Position},
  programs: RestrictedPrograms,
): Promise<PolicyDescription | {readonly problems: readonly Diagnostic[]}> {
  const described = await programs.call('describePolicy', path, null);
  if ('faults' in described) return {problems: faultsOf(file, at, described.faults)};
  return readDescription(described.value) ?? {problems: faultsOf(file, at, ['its `name` is not valid'])};
}

/** Returns the faults of a program as problems. */
export const faultsOf = (file: string, at: Position, faults: readonly string[]): readonly Diagnostic[] =>
  faults.map((fault) => ({severity: 'error', code: 'policy/program', message: `the policy ${file}: ${fault}`, at}));

/** Checks the answer of the process, which is not trusted. */
function readDescription(value: Json): PolicyDescription | undefined {
  const {name, parts} = isObject(value) ? value : {};
  if (typeof name !== 'string' || !NAME.test(name) || parts === undefined || !isList(parts)) return undefined;
  return {name, parts: POLICY_PARTS.filter((part) => parts.includes(part))};
}
