import type {StackLocation} from '../../config/find-project.ts';
import {runsHere} from '../../core/hook/runs-here.ts';
import {hmacKey} from '../../engine/release/hmac-key.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {once} from '../../lib/once.ts';
import type {SourceFacts} from '../../ports/source-facts.ts';
import type {Deps} from '../deps.ts';
import {secretReader} from '../secret/secret-reader.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {type AskedFacts, askedFacts} from './asked-facts.ts';
import type {ClusterConnection} from './cluster-connection.ts';

/** The connection for questions of sources. `look`: nothing is recorded afterwards. */
export type SourceAccess = {
  readonly connection: ClusterConnection;
  readonly use: 'record' | 'look';
  /** Records the layers of all values, to explain them. */
  readonly traced?: boolean;
};

type Asking = SourceAccess & {readonly location: StackLocation; readonly chosen: ChosenWorkspace};

/** Returns the facts that the sources of a stack may ask in a workspace. The first question opens the cluster or the backend. */
export function factsForSources(
  {location, chosen, connection, use}: Asking,
  deps: Deps,
): {readonly facts: SourceFacts; readonly answers: AskedFacts['answers']} {
  const {project, stack} = location;
  const names = {project: project.name, stack: stack.name, workspace: chosen.name};
  const open = async () => (await connection.open({chosen, resources: [], stackDir: stack.dir})).cluster.facts;
  const {facts, answers} = askedFacts(open);
  const past = once(async () => {
    const backend = await deps.backend();
    const history = await openHistory({backend, ...names});
    return {...runsHere(history, await connection.pin(chosen)), digestKey: await hmacKey(backend, use)};
  });
  return {facts: {...facts, past, secretOf: (uri) => secretReader({chosen}, deps).read(uri)}, answers};
}
