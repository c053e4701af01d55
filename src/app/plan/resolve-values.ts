import type {Secret} from '../../core/secret/secret.ts';
import type {Runtimes} from '../../engine/runtimes.ts';
import type {Runtime} from '../../ports/runtime.ts';
import type {Deps} from '../deps.ts';
import type {ChosenHooks} from '../hooks/chosen-hooks.ts';
import {withHooks} from '../hooks/with-hooks.ts';
import {atWorkNote} from '../release/at-work-note.ts';
import {trustNotes} from '../release/trust-notes.ts';
import {resolveGenerated} from '../secret/resolve-generated.ts';
import {resolveSecrets} from '../secret/resolve-secrets.ts';
import {resolveShared} from '../secret/resolve-shared.ts';
import {withHiddenValues} from '../stacks/hidden-values.ts';
import {otherResources} from '../stacks/other-resources.ts';
import type {ClusterConnection} from './cluster-connection.ts';
import {isInCluster} from './needs-cluster.ts';
import {contextOf, placesOf} from './places-of.ts';
import type {PlanInput, PlanValues} from './plan-input.ts';

type Resolving = {readonly connection: ClusterConnection; readonly digestKey: Secret; readonly hooks: ChosenHooks};

/**
 * Resolves the values that a plan takes from secret stores, charts and other stacks. Secrets are added to the redactor.
 * @throws GantryError if a value cannot be resolved
 */
export async function resolveValues(
  input: PlanInput,
  {connection, digestKey, hooks}: Resolving,
  deps: Deps,
): Promise<PlanValues> {
  const {request, source, records} = input;
  const scope = {...input.scope, loaded: withHooks(input.scope.loaded, hooks)};
  if (isInCluster(input, hooks)) await connection.resolve(contextOf(input));
  const generated = await resolveGenerated(
    {
      loaded: source.loaded,
      planned: scope.loaded,
      leftOut: scope.leftOut.ids,
      history: records.history,
      digestKey,
      regenerate: request.regenerate ?? [],
      chosen: request.generated,
      onUnused: request.sameRun && ((warning) => request.sameRun?.onUnusedFlag?.(warning)),
      now: deps.clock.now(),
    },
    placesOf(input, connection),
  );
  deps.redactor.add([...generated.values.values()]);
  const stored = await resolveSecrets({loaded: scope.loaded, chosen: source.chosen}, deps);
  const directory = source.location?.stack.dir;
  const within = request.within ?? request.directory ?? deps.cwd;
  const {sameRun} = request;
  const {loaded} = scope;
  const found = await otherResources({names: source.names, loaded, sameRun, directory, within}, deps);
  const {workspace} = source.names;
  const others = await withHiddenValues(
    {loaded, others: found, workspace, signal: deps.signal},
    {
      terraform: async () => terraformOf(await connection.openWithout(contextOf(input))),
      cluster: placesOf(input, connection),
    },
  );
  const shared = await resolveShared({loaded, others}, placesOf(input, connection));
  deps.redactor.add(shared.values());
  const secrets = new Map([...stored, ...generated.values, ...shared]);
  const notes = [
    ...(await trustNotes(records.history, records.backend)),
    ...(await atWorkNote(records.history, records.backend)),
  ];
  for (const diagnostic of notes) deps.onEvent({type: 'diagnostic', diagnostic});
  return {secrets, generated, others};
}

/** Returns what Terraform reads outside of the stack. */
function terraformOf(runtimes: Runtimes): Pick<Runtime, 'readExisting' | 'readReleased'> {
  return runtimes.get('Terraform') ?? {};
}
