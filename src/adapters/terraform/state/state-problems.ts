import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {addressOf} from '../instances.ts';

/** The format of state files that all supported versions of the tool write. */
const FORMAT = 4;
const MOST = 20;

/** Returns the parts of a state that cannot become resources of a stack, or of its source of Terraform code. Each one is named. */
export function stateProblems(state: JsonObject, hasSource = false): readonly Diagnostic[] {
  const {version} = state;
  if (typeof state['encrypted_data'] === 'string')
    return [problem('the state is encrypted', 'Run "tofu state pull" in its directory, and import the result.')];
  if (typeof version !== 'number' || !isList(state['resources']))
    return [problem('it is not a state of Terraform', 'Pass a file that "terraform state pull" has written.')];
  if (version < FORMAT)
    return [
      problem(
        `it has the format ${version}, and only the format ${FORMAT} can be read`,
        'Run "terraform apply -refresh-only" with Terraform 1.5 or later: it writes the state in the new format.',
      ),
    ];
  if (version > FORMAT)
    return [
      problem(
        `it has the format ${version}, and this version of Gantry reads the format ${FORMAT}`,
        'Update Gantry, or export the state with a version of Terraform that Gantry supports.',
      ),
    ];
  const managed = managedIn(state);
  if (managed.length === 0)
    return [problem('it has no managed resource', 'Check that it is the state of the right Terraform workspace.')];
  return managed.flatMap((one) => resourceProblems(one, hasSource)).slice(0, MOST);
}

/** Returns the resources and data sources of a state. */
export const resourcesIn = (state: JsonObject): readonly JsonObject[] => objects(state['resources']);

/** Returns the managed resources of a state that have an object. */
export const managedIn = (state: JsonObject): readonly JsonObject[] =>
  resourcesIn(state).filter((one) => one['mode'] === 'managed' && objects(one['instances']).length > 0);

/** Returns the data sources of a state. */
export const dataIn = (state: JsonObject): readonly JsonObject[] =>
  resourcesIn(state).filter((one) => one['mode'] !== 'managed');

function resourceProblems(resource: JsonObject, hasSource: boolean): readonly Diagnostic[] {
  const instances = objects(resource['instances']);
  const {module} = resource;
  const address = addressOf(resource);
  if (!hasSource && typeof module === 'string')
    return [
      problem(
        `${address}: resources of modules have no place in a spec`,
        `${KEEP_FILES}, or move it to the root module with "terraform state mv ${address} ${address.slice(module.length + 1)}" in its directory, and pull the state again.`,
      ),
    ];
  if (!hasSource && instances.some((one) => one['index_key'] !== undefined))
    return [
      problem(
        `${address}: resources with count or for_each have no place in a spec`,
        `${KEEP_FILES}, or give each instance a name of its own with "terraform state mv" in its directory, and pull the state again.`,
      ),
    ];
  return instances.flatMap((one) => instanceProblems(one, addressOf(resource, one['index_key'])));
}

const KEEP_FILES = 'Pass --source DIR with the directory of its .tf files, which the stack then keeps';

function instanceProblems(instance: JsonObject, address: string): readonly Diagnostic[] {
  if (instance['deposed'] !== undefined)
    return [
      problem(
        `${address}: an object of an incomplete replacement still exists`,
        'Run "terraform apply" in its directory, which deletes it, and pull the state again.',
      ),
    ];
  if (instance['status'] !== 'tainted') return [];
  const hint = `Run "terraform apply", which replaces it, or "terraform untaint '${address}'" in its directory, and pull the state again.`;
  return [problem(`${address}: it is tainted, because its last creation did not succeed`, hint)];
}

const problem = (message: string, hint: string): Diagnostic => ({
  severity: 'error',
  code: 'import/terraform-state',
  message,
  hint,
});

const objects = (value: Json | undefined): readonly JsonObject[] => (isList(value) ? value.filter(isObject) : []);
