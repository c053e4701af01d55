import type {StackLocation} from '../../config/find-project.ts';
import {sourcesOf} from '../../config/sources/sources-of.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {TerraformLock} from '../../core/resource/terraform-lock.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {buildSpec} from '../plan/build-spec.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {NO_TERRAFORM, refuseUntrusted} from '../untrusted/refused-untrusted.ts';

/** The Terraform resources of a stack to lock. */
type ToLock = Pick<StackRequest, 'workspace'> & {
  readonly location: StackLocation;
  /** The entry in the lock file. */
  readonly before: TerraformLock | undefined;
  /** True: the program and the providers move to the present versions. */
  readonly upgrade: boolean;
};

/** The part of the lock file for Terraform resources. */
type TerraformToLock = {
  readonly lock?: TerraformLock | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/** The kinds of sources that can have Terraform resources. */
const KINDS = new Set(['spec', 'app', 'terraform']);

/**
 * Returns the program and the providers of the Terraform resources of a stack. A stack that cannot be built keeps what is locked, with a warning.
 * @throws GantryError terraform/unusable, terraform/failed
 */
export async function terraformToLock(
  {location, workspace, before, upgrade}: ToLock,
  deps: Deps,
): Promise<TerraformToLock> {
  if (!sourcesOf(location, () => ({})).some(({kind}) => KINDS.has(kind.name))) return {diagnostics: []};
  let resources: readonly Resource[];
  try {
    // What is not locked yet must not stop it.
    const env = {...deps.env, GANTRY_LOCK: undefined};
    const request = {directory: location.stack.dir, ...defined({workspace})};
    resources = (await buildSpec(request, {...deps, env})).resources;
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid') throw error;
    return {lock: before, diagnostics: [NOT_BUILT]};
  }
  const own = resources.filter(({type}) => type === 'Terraform');
  if (own.length === 0) return {diagnostics: []};
  refuseUntrusted(NO_TERRAFORM);
  return deps.lockProviders({resources: own, before, upgrade, signal: deps.signal});
}

const NOT_BUILT: Diagnostic = {
  severity: 'warning',
  code: 'terraform/not-locked',
  message: 'the stack cannot be built, so the providers of its Terraform resources are not read',
  hint: 'Run "gantry build" to see why.',
};
