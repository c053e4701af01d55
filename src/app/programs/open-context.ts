import {dirname} from 'node:path';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ChildEnvironment} from '../../core/workspace/child-environment.ts';
import type {KubeconfigSource} from '../../core/workspace/kubeconfig-source.ts';
import {scopedName} from '../../core/workspace/workspace-scope.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {ownProtection} from '../protection/own-protection.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {examineContext} from '../workspace/examine-context.ts';
import {resolveContext} from '../workspace/resolve-context.ts';
import {resolveEnvironment} from '../workspace/resolve-environment.ts';
import {type StackResources, stackResources, unreadWarning} from '../workspace/stack-resources.ts';
import {looseSurroundings, type Surroundings} from '../workspace/surroundings.ts';

/** A workspace as the programs of a person or a pipeline use it. */
export type ProgramContext = {
  readonly chosen: ChosenWorkspace;
  /** The value of `-w` in any directory: a name where names are looked up, else a file. */
  readonly wanted: string;
  readonly kubeconfig: KubeconfigSource;
  /** The context that a spec file of the stack adds to the workspace. */
  readonly stack: Pick<StackResources, 'specContext' | 'inSpec' | 'stackDir'>;
  /** Warnings to show before a program runs. */
  readonly warnings: readonly Diagnostic[];
};

/** Resolves the cluster that a workspace provides to programs. Contacts nothing, unless the kubeconfig is in a secret store. */
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
    // The user selected the workspace, so an unused KUBECONFIG needs no warning.
    warnings: [
      ...stack.warnings,
      ...warnings.filter(({code}) => code !== 'context/shadowed'),
      ...suspendedWarning(chosen),
      ...protectedWarning(chosen),
    ],
  };
}

/** Returns the environment of the workspace: provider keys, `env`. */
export const environmentOf = ({chosen, stack}: ProgramContext, deps: Deps): Promise<ChildEnvironment> =>
  resolveEnvironment({chosen, ...stack}, deps);

/**
 * Reads the stack as far as it matters to programs. A kubeconfig in a resource ranks below the workspace and the environment, and a
 * resource has no provider key for programs. If those decide, the files are not read, to save time. A spec file has a context of its own,
 * which ranks above the environment, so it is always read: otherwise a program would see another cluster than an apply. An invalid
 * stack.yaml is an error only if the workspace does not name the cluster.
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
  // A lower level counts only if no level above it has a value, which an unreadable stack cannot tell.
  if (stack.unread !== undefined && decidedBy !== 'context') throw stack.unread;
  return stack;
}

const wantedOf = ({name, place, file, scope}: ChosenWorkspace, {workspacesDir, location}: Surroundings): string => {
  if (place === 'file' && scope === 'mine') return scopedName(scope, name);
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

const protectedWarning = (chosen: ChosenWorkspace): readonly Diagnostic[] =>
  ownProtection(chosen) === undefined
    ? []
    : [
        {
          severity: 'warning',
          code: 'workspace/protected',
          message: `the workspace ${chosen.name} is protected, but Gantry does not ask before other programs change its cluster`,
        },
      ];
