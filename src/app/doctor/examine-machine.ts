import {GantryError} from '../../core/failure/failure.ts';
import {HMAC_KEY, WORKSPACES_PREFIX} from '../../core/release/keys.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {type CheckWorkspaces, checkWorkspaces} from '../workspace/check-workspaces.ts';
import {examineHome} from './examine-home.ts';
import {examinePrograms} from './examine-programs.ts';
import type {ExaminedMachine, MachineCheck} from './machine-check.ts';

/** The workspace that is checked besides the machine. */
export type ExamineMachine = StackRequest & Pick<CheckWorkspaces, 'timeoutSeconds'>;

/**
 * Checks everything that a run needs: this machine, the backend, and the current workspace with its cluster. Writes nothing and binds no
 * workspace. One failed check does not hide the others.
 * @throws GantryError 'cancelled'
 */
export async function examineMachine(request: ExamineMachine, deps: Deps): Promise<ExaminedMachine> {
  const [programs, home, backend, {check, workspace}] = await Promise.all([
    examinePrograms(deps),
    examineHome(deps.home),
    examineBackend(deps),
    examineWorkspace(request, deps),
  ]);
  const node: MachineCheck = {kind: 'node', outcome: 'passed', found: `${process.version}, ${process.execPath}`};
  return {
    formatVersion: 1,
    checks: [node, ...programs, home, backend, ...check],
    ...defined({workspace}),
  };
}

async function examineBackend(deps: Deps): Promise<MachineCheck> {
  const kind = 'backend';
  try {
    const backend = await deps.backend();
    const [workspaces, exposed] = await Promise.all([backend.list(WORKSPACES_PREFIX), backend.exposure?.(HMAC_KEY)]);
    const found = `${backend.name}, workspaces: ${workspaces.length}`;
    if (exposed === undefined) return {kind, outcome: 'passed', found};
    const message = `${exposed}: everybody who reads this key can forge releases. In the directory of the backend, run: chmod -R o= keys`;
    return {kind, outcome: 'warning', found, message};
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code === 'cancelled') throw error;
    return {kind, outcome: 'failed', failure: error.failure};
  }
}

type ExaminedWorkspace = Pick<ExaminedMachine, 'workspace'> & {readonly check: readonly MachineCheck[]};

async function examineWorkspace(request: ExamineMachine, deps: Deps): Promise<ExaminedWorkspace> {
  try {
    const {workspaces} = await checkWorkspaces({...request, all: false}, deps);
    const [workspace] = workspaces;
    return {check: [], ...defined({workspace})};
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code === 'cancelled') throw error;
    const {failure} = error;
    if (failure.code !== 'workspace/not-chosen') return {check: [{kind: 'workspace', outcome: 'failed', failure}]};
    const message =
      'no workspace is selected, so the cluster was not checked: pass -w NAME, or create one with "gantry workspace create"';
    return {check: [{kind: 'workspace', outcome: 'missing', message}]};
  }
}
