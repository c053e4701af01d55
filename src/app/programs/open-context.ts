import {dirname} from 'node:path';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ChildEnvironment} from '../../core/workspace/child-environment.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {examineContext} from '../workspace/examine-context.ts';
import {type ResolvedContext, resolveContext} from '../workspace/resolve-context.ts';
import {resolveEnvironment} from '../workspace/resolve-environment.ts';
import {stackResources} from '../workspace/stack-resources.ts';
import {type Surroundings, surroundings} from '../workspace/surroundings.ts';

/** A workspace as the programs of a person or a pipeline see it. */
export type ProgramContext = {
  readonly chosen: ChosenWorkspace;
  /** What `-w` would be, wherever a program stands: a name where names are looked up, else a file. */
  readonly wanted: string;
  readonly kubeconfig: KubeconfigSource;
  /** What the user should know before a program runs. */
  readonly warnings: readonly Diagnostic[];
};

/** Which cluster a workspace gives to programs. Contacts nothing, but where its kubeconfig lies in a store of secrets. */
export async function openContext(request: StackRequest, deps: Deps): Promise<ProgramContext> {
  const around = await surroundings(request, deps);
  const chosen = await chooseWorkspace({request, ...around}, deps);
  const {kubeconfig, warnings} = await contextOf(chosen, around, deps);
  return {
    chosen,
    wanted: wantedOf(chosen, around),
    kubeconfig,
    // That KUBECONFIG is not used is what was asked for.
    warnings: [...warnings.filter(({code}) => code !== 'context/shadowed'), ...suspendedWarning(chosen)],
  };
}

/** The environment beside the cluster: provider keys, `env`. */
export const environmentOf = ({chosen}: ProgramContext, deps: Deps): Promise<ChildEnvironment> =>
  resolveEnvironment({chosen}, deps);

/**
 * A resource may say which kubeconfig is used, below what the workspace and the environment say: only where these say nothing are
 * the files of the stack read, for that takes its time.
 */
async function contextOf(chosen: ChosenWorkspace, around: Surroundings, deps: Deps): Promise<ResolvedContext> {
  const {location} = around;
  const alone = {chosen, resources: []};
  if (location === undefined) return resolveContext(alone, deps);
  const examined = await examineContext(alone, deps);
  const decidedBy = examined.values.find(({name}) => name === 'kubeconfig')?.source.kind;
  if (decidedBy === 'context' || decidedBy === 'environment') return resolveContext(alone, deps);
  const {resources, stackDir, specContext, unread} = await stackResources(location, chosen, deps);
  // ~/.kube/config counts only when no resource names another one, which a stack that cannot be read does not tell.
  if (unread !== undefined) throw unread;
  return resolveContext({chosen, resources, stackDir, specContext}, deps);
}

const wantedOf = ({name, place, file}: ChosenWorkspace, {workspacesDir, location}: Surroundings): string => {
  const directory = location?.project.workspacesDir ?? workspacesDir;
  return place === 'backend' || dirname(file) === directory ? name : file;
};

const suspendedWarning = ({name, workspace}: ChosenWorkspace): readonly Diagnostic[] =>
  workspace.suspended === true
    ? [
        {
          severity: 'warning',
          code: 'workspace/suspended',
          message: `the workspace ${name} is suspended: Gantry applies nothing to it, and what you run here is not held back`,
        },
      ]
    : [];
