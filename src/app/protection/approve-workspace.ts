import {resolve} from 'node:path';
import type {Approved} from '../../config/documents/approval-output.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {changeDigest} from '../../core/protection/approval.ts';
import type {Deps} from '../deps.ts';
import {keptWorkspace, textOf} from '../workspace/kept-workspace.ts';
import {planUpdate, type UpdateWorkspace, type WorkspaceUpdate} from '../workspace/update-workspace.ts';
import {type ApprovalOptions, newApproval, signApproval} from './sign-approval.ts';

/** Request of `gantry workspace approve`: the same change as for `gantry workspace update`, or the deletion of the workspace. */
export type ApproveWorkspace = Omit<UpdateWorkspace, 'confirm' | 'name'> &
  ApprovalOptions & {
    readonly name: string;
    readonly delete?: boolean;
    /** The file of the approval. Default: NAME.approval. */
    readonly save?: string | undefined;
    /** Asks for confirmation. `update` is undefined for a deletion. */
    readonly confirm: (name: string, update: WorkspaceUpdate | undefined) => Promise<boolean>;
  };

/**
 * Signs an approval for a change of a stored workspace: from its current content to exactly the new one.
 * @throws GantryError as `updateWorkspace`
 */
export async function approveWorkspace(request: ApproveWorkspace, deps: Deps): Promise<Approved> {
  const {name, digest, update} = request.delete === true ? await deletion(request, deps) : await change(request, deps);
  const file = resolve(deps.cwd, request.directory ?? '.', request.save ?? `${name}.approval`);
  const approval = newApproval({approves: 'workspace', workspace: name, digests: [digest]}, request, deps);
  await request.checkFile(file);
  if (!(await request.confirm(name, update))) return {...approval, outcome: 'declined', file};
  const key = await signApproval({approval, key: request.key, file}, deps);
  return {...approval, outcome: 'approved', file, key};
}

type Change = {readonly name: string; readonly digest: string; readonly update?: WorkspaceUpdate};

async function change(request: ApproveWorkspace, deps: Deps): Promise<Change> {
  const {update, before, after} = await planUpdate(request, deps);
  if (before !== after) return {name: update.name, digest: changeDigest(before, after), update};
  throw new GantryError({code: 'input/usage', message: `the workspace ${update.name} already has these values`});
}

async function deletion(request: ApproveWorkspace, deps: Deps): Promise<Change> {
  const kept = await keptWorkspace(request, deps);
  return {name: kept.name, digest: changeDigest(textOf(kept), undefined)};
}
