import {GantryError} from '../../core/failure/failure.ts';
import {describeAuthor} from '../../core/release/describe-holder.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import type {Release} from '../../core/release/release.ts';
import {isPending} from '../../core/release/release-document.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';

/** A run in a workspace, and the releases that it would continue. */
export type Continued = {
  readonly chosen: Pick<FoundWorkspace, 'name' | 'scope'>;
  /** The namespace of the stack in the workspace. */
  readonly namespace?: string | undefined;
  readonly names: HistoryNames;
  readonly history: Pick<ReleaseHistory, 'last' | 'pending'>;
  readonly backend: Pick<Backend, 'isPrivate'>;
};

/**
 * Refuses a run in the user's own workspace whose releases another user made in another namespace: both have a workspace with this name,
 * and the run would delete the objects of the other user. In the same namespace both apply the same objects.
 * @throws GantryError release/other-user
 */
export function refuseOtherUser(run: Continued, deps: Pick<Deps, 'env' | 'command'>): void {
  const {chosen, namespace, names, history, backend} = run;
  if (chosen.scope !== 'mine' || backend.isPrivate === true) return;
  const {user} = currentHolder(deps);
  const theirs = [history.pending, history.last].find(
    (one) => one !== undefined && hasObjects(one) && one.by.user !== user && one.namespace !== namespace,
  );
  if (theirs === undefined) return;
  throw new GantryError({
    code: 'release/other-user',
    workspace: chosen.name,
    history: historyText(names),
    by: describeAuthor(theirs.by),
    ...defined({theirs: theirs.namespace, namespace}),
  });
}

/** Reports whether a release has objects in the cluster. Those of a run that was not recorded are not known. */
const hasObjects = ({state, phase}: Release): boolean => state.length > 0 || isPending(phase);
