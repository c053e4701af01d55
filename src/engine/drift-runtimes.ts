import type {DriftRequest, RuntimeDrift} from '../ports/runtime-drift.ts';
import type {Runtimes} from './runtimes.ts';

/** Compares the released resources of each runtime with their live objects. */
export async function driftRuntimes(runtimes: Runtimes, request: DriftRequest): Promise<RuntimeDrift> {
  const {prior} = request;
  const found = await Promise.all(
    [...runtimes.values()].map((runtime) =>
      runtime.drift({...request, prior: prior.filter(({type}) => type === runtime.type)}),
    ),
  );
  const byId = new Map(found.flatMap(({objects}) => objects).map((object) => [object.id, object]));
  return {
    objects: prior.flatMap(({id}) => byId.get(id) ?? []),
    diagnostics: found.flatMap(({diagnostics}) => diagnostics),
  };
}
