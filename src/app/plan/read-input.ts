import {runsHere} from '../../core/hook/runs-here.ts';
import {notePlanned} from '../../engine/release/note-release.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import type {Deps} from '../deps.ts';
import {refuseOtherUser} from '../release/refuse-other-user.ts';
import {requireRuntime} from '../require-runtime.ts';
import {chooseSource} from './choose-source.ts';
import type {ClusterConnection} from './cluster-connection.ts';
import {readHealth} from './health-rules.ts';
import type {PlanInput} from './plan-input.ts';
import type {PreviewRequest} from './release-requests.ts';
import {selectAdopted} from './select-adopted.ts';
import {selectScope} from './select-scope.ts';
import {timedPhase} from './timed-phase.ts';

/** The options for reading the input of a plan. */
export type Reading = {
  readonly connection: ClusterConnection;
  readonly use: 'record' | 'look';
  readonly traced: boolean;
};

/** Reads the desired resources of a stack, its release history, and the rules for its health. */
export async function readInput(asked: PreviewRequest, access: Reading, deps: Deps): Promise<PlanInput> {
  // The desired resources: the files of the stack (built, varied and ordered), one of its releases, or nothing.
  const source = await timedPhase(deps, {phase: 'build'}, () => chooseSource(asked, deps, access));
  const backend = await deps.backend();
  const history = source.history ?? (await openHistory({backend, ...source.names}));
  refuseOtherUser({...source, history, backend}, deps);
  if (source.location !== undefined) await notePlanned(backend, source.names, {...history, ...source.loaded});
  const scope = selectScope(asked, source, history);
  requireRuntime([...scope.loaded.resources, ...scope.known.state, ...scope.known.unsure], deps.runtimes);
  const healthy = await readHealth({...source, ...scope.loaded}, deps);
  const adopt = selectAdopted(asked.permissions.adopt, source.loaded.resources);
  const request = {...asked, permissions: {...asked.permissions, adopt}};
  const here = runsHere(history, await access.connection.pin(source.chosen));
  return {request, source, records: {backend, history, here}, scope, healthy};
}
