import {dirname} from 'node:path';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ChildEnvironment} from '../../core/workspace/child-environment.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {examineContext} from '../workspace/examine-context.ts';
import {resolveContext} from '../workspace/resolve-context.ts';
import {resolveEnvironment} from '../workspace/resolve-environment.ts';
import {type StackResources, stackResources, unreadWarning} from '../workspace/stack-resources.ts';
import {looseSurroundings, type Surroundings} from '../workspace/surroundings.ts';

/** A workspace as the programs of a person or a pipeline see it. */
export type ProgramContext = {
  readonly chosen: ChosenWorkspace;
  /** What `-w` would be, wherever a program stands: a name where names are looked up, else a file. */
  readonly wanted: string;
  readonly kubeconfig: KubeconfigSource;
  /** What a spec file of the stack says besides the workspace. */
  readonly stack: Pick<StackResources, 'specContext' | 'inSpec' | 'stackDir'>;
  /** What the user should know before a program runs. */
  readonly warnings: readonly Diagnostic[];
};

/** Which cluster a workspace gives to programs. Contacts nothing, but where its kubeconfig lies in a store of secrets. */
export async function openContext(request: StackRequest, deps: Deps): Promise<ProgramContext> {
  const around = await looseSurroundings(request, deps);
  const chosen = await chooseWorkspace({request, ...around}, deps);
  const stack = await stackOf(chosen, around, deps);
  const {kubeconfig, warnings} = await resolveContext({chosen, ...stack}, deps);
  const {specContext, inSpec, stackDir} = stack;
  return {
    chosen,
    wanted: wantedOf(chosen, around),
    kubeconfig,
    stack: {specContext, inSpec, stackDir},
    // That KUBECONFIG is not used is what was asked for.
    warnings: [
      ...stack.warnings,
      ...warnings.filter(({code}) => code !== 'context/shadowed'),
      ...suspendedWarning(chosen),
    ],
  };
}

/** The environment beside the cluster: provider keys, `env`. */
export const environmentOf = ({chosen, stack}: ProgramContext, deps: Deps): Promise<ChildEnvironment> =>
  resolveEnvironment({chosen, ...stack}, deps);

/**
 * What the stack itself says. A resource names a kubeconfig below the workspace and the environment, and no provider key for programs:
 * where these decide, the files are not read, for that takes its time. A spec file brings a context of its own, which comes before the
 * environment: that one is read in any case, or a program would see another cluster than an apply. So would it with a stack.yaml that is
 * wrong, and says nothing: that matters only where the workspace does not say the cluster.
 */
async function stackOf(chosen: ChosenWorkspace, {location, unread}: Surroundings, deps: Deps): Promise<StackResources> {
  const none = {resources: [], warnings: []};
  if (location === undefined && unread === undefined) return none;
  const examined = await examineContext({chosen, resources: []}, deps);
  const decidedBy = examined.values.find(({name}) => name === 'kubeconfig')?.source.kind;
  if (location === undefined) {
    if (unread !== undefined && decidedBy !== 'context') throw unread;
    return {...none, warnings: [unreadWarning('the resources of the stack here')]};
  }
  const isOpen = decidedBy !== 'context' && decidedBy !== 'environment';
  const hasSpec = location.stack.sources?.some(({spec}) => spec !== undefined) === true;
  if (!isOpen && !hasSpec) return none;
  const stack = await stackResources(location, chosen, deps);
  // What a lower level says counts only when none above it says otherwise, which a stack that cannot be read does not tell.
  if (stack.unread !== undefined && decidedBy !== 'context') throw stack.unread;
  return stack;
}

const wantedOf = ({name, place, file}: ChosenWorkspace, {workspacesDir, location}: Surroundings): string => {
  const directory = location?.project.workspacesDir ?? workspacesDir;
  return place !== 'file' || dirname(file) === directory ? name : file;
};

const suspendedWarning = ({name, workspace}: ChosenWorkspace): readonly Diagnostic[] =>
  workspace.suspended === true
    ? [
        {
          severity: 'warning',
          code: 'workspace/suspended',
          message: `the workspace ${name} is suspended: Gantry applies nothing to it, but commands that you run here are not blocked`,
        },
      ]
    : [];
