import type {ChangedExternal} from '../../core/failure/shared-failure.ts';
import type {ResourceValues} from '../../core/reference/values.ts';
import type {ExternalTerraform} from '../../core/shared/external-resource.ts';
import {otherIdentity, type TerraformIdentity, terraformIdentity} from '../../core/shared/terraform-identity.ts';
import type {Runtime} from '../../ports/runtime.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {runtimeNeeds} from '../runtime-needs.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {surroundings} from '../workspace/surroundings.ts';

/** An external Terraform resource as its provider has it. */
export type FoundTerraform = {readonly values: ResourceValues; readonly identity: TerraformIdentity};

/** The parts of a registration that find the resource. */
type Named = Pick<ExternalTerraform, 'id' | 'extensions'>;

/** Reads external resources at their providers, in one run of Terraform. A resource that is gone is absent. */
export async function readTerraform(
  externals: readonly Named[],
  {readExisting}: Pick<Runtime, 'readExisting'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FoundTerraform>> {
  const resources = externals.map(({id, extensions = {}}) => ({
    id,
    type: 'Terraform' as const,
    attributes: {},
    dependsOn: [],
    extensions,
  }));
  const read = (await readExisting?.({resources, signal})) ?? new Map<string, never>();
  return new Map(
    [...read].flatMap(([id, values]) => {
      if (values === 'gone') return [];
      const isSensitive = (name: string): boolean => values.sensitive.some(([first]) => first === name);
      return [[id, {values, identity: terraformIdentity(values.object, isSensitive)}]];
    }),
  );
}

/** Returns the registered resources that are gone, or are other ones now. */
export const changedTerraform = (
  registered: readonly Pick<ExternalTerraform, 'id' | 'identity'>[],
  found: ReadonlyMap<string, FoundTerraform>,
): readonly ChangedExternal[] =>
  registered.flatMap(({id, identity = {}}): readonly ChangedExternal[] => {
    const now = found.get(id)?.identity;
    if (now === undefined) return [{id, attribute: 'id', expected: identity['id'] ?? 'unknown'}];
    const other = otherIdentity(identity, now);
    return other === undefined ? [] : [{id, ...other}];
  });

/** Opens Terraform for a workspace, without a stack. Nothing is sent to its cluster. */
export async function withTerraform<T>(
  request: StackRequest,
  work: (runtime: Runtime) => Promise<T>,
  deps: Deps,
): Promise<T> {
  const around = await surroundings(request, deps);
  const chosen = await chooseWorkspace({request, ...around}, deps);
  return terraformIn({chosen, stackDir: around.location?.stack.dir, backend: deps.backend}, work, deps);
}

/** Opens Terraform with the providers of a workspace, and closes it. */
export async function terraformIn<T>(
  place: Parameters<typeof runtimeNeeds>[0],
  work: (runtime: Runtime) => Promise<T>,
  deps: Deps,
): Promise<T> {
  const runtime = await deps.runtimes.Terraform?.(undefined, runtimeNeeds(place, deps));
  if (runtime === undefined) throw new Error('this program has no runtime of Terraform');
  try {
    return await work(runtime);
  } finally {
    await runtime.close();
  }
}
