import type {Json, JsonObject} from '../core/json.ts';
import {plainJson} from '../core/module/plain-json.ts';
import type {ApplicationsFunction, ApplicationsRequest} from '../core/program/application-program.ts';
import {POLICY_PARTS, type PolicyDefinition} from '../core/program/policy-program.ts';
import type {ProgramCall, ProgramResult} from '../core/program/program-call.ts';
import {type Checking, checkAll} from './check-all.ts';
import {mutateAll} from './mutate-all.ts';

/** Calls a function of a program. @throws the error of the program, or a fault of what it exports */
export async function callProgram({call, module, input}: ProgramCall, exported: unknown): Promise<ProgramResult> {
  const plain = plainJson(await FUNCTIONS[call](exported, input, module));
  return 'problem' in plain
    ? {faults: [`it returned a value that cannot be used: ${plain.problem}`]}
    : {value: plain.json};
}

const FUNCTIONS: Readonly<Record<ProgramCall['call'], (exported: unknown, input: Json, entry: string) => unknown>> = {
  describeApplications: (exported) => {
    if (typeof exported !== 'function' && (typeof exported !== 'object' || exported === null))
      throw new Error('it does not export applications: write `export default defineApplications({…})`');
    const {context = []} = typeof exported === 'function' ? (exported as ApplicationsFunction) : {};
    return {context: [...context]};
  },
  applications: (exported, input) =>
    typeof exported === 'function' ? (exported as ApplicationsFunction)(input as ApplicationsRequest) : exported,
  describePolicy: (exported) => {
    const {name, ...parts} = policyOf(exported);
    return {name, parts: POLICY_PARTS.filter((part) => parts[part] !== undefined)};
  },
  check: (exported, input, entry) => checkAll(policyOf(exported), input as Checking, entry),
  mutate: (exported, input, entry) => mutateAll(policyOf(exported), input as readonly JsonObject[], entry),
};

/** Checks that an exported value is a policy: its author may write JavaScript without types. */
function policyOf(exported: unknown): PolicyDefinition {
  const policy = (typeof exported === 'object' && exported !== null ? exported : {}) as Partial<PolicyDefinition>;
  const parts = POLICY_PARTS.filter((part) => typeof policy[part] === 'function');
  if (typeof policy.name !== 'string' || parts.length === 0)
    throw new Error(
      `it does not export a policy: write \`export default definePolicy({name: 'NAME', checkObject({object}) {…}})\``,
    );
  return policy as PolicyDefinition;
}
