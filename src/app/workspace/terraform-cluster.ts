import {GantryError} from '../../core/failure/failure.ts';
import type {Json, JsonObject} from '../../core/json.ts';
import {follow, readPath} from '../../core/reference/path.ts';
import type {TerraformState} from '../../core/release/terraform-state.ts';
import {Secret} from '../../core/secret/secret.ts';
import type {ExternalTerraform} from '../../core/shared/external-resource.ts';
import {EXTERNAL} from '../../core/stacks/shared-stacks.ts';
import type {Backend} from '../../ports/backend.ts';
import type {ReleasedValue} from '../../ports/kubeconfig-place-descriptor.ts';
import type {Deps} from '../deps.ts';
import {changedTerraform, readTerraform, terraformIn} from '../shared/read-terraform.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';

/** An attribute of a shared Terraform resource that is the kubeconfig of another workspace. */
export type TerraformCluster = {
  readonly id: string;
  readonly path: string | undefined;
  /** The workspace of the resource. */
  readonly chosen: FoundWorkspace;
  readonly stackDir: string | undefined;
  readonly backend: Backend;
  readonly wrong: (problem: string, hint?: string) => GantryError;
};

/** Returns the attribute as the last apply of the shared stack left it: the release has it, or the sealed state if it is sensitive. */
export async function releasedValue(
  {attributes}: TerraformState,
  lineage: string | undefined,
  cluster: TerraformCluster,
  deps: Deps,
): Promise<Secret> {
  const recorded = textIn(attributes, cluster);
  if (recorded !== undefined || lineage === undefined) return recorded ?? missing(cluster);
  const read = await terraformIn(placeOf(cluster), async ({readReleased}) => readReleased?.(lineage), deps);
  return textIn(read?.get(cluster.id)?.object ?? {}, cluster) ?? missing(cluster);
}

/** Returns the attribute of an external resource from its provider. @throws GantryError shared/external-changed */
export async function registeredValue(
  external: ExternalTerraform,
  cluster: TerraformCluster,
  deps: Deps,
): Promise<ReleasedValue> {
  const {id, workspace} = external;
  const found = await terraformIn(placeOf(cluster), (runtime) => readTerraform([external], runtime, deps.signal), deps);
  const resources = changedTerraform([external], found);
  if (resources.length > 0) throw new GantryError({code: 'shared/external-changed', workspace, resources});
  const value = textIn(found.get(id)?.values.object ?? {}, cluster) ?? missing(cluster);
  return {value, use: {stack: EXTERNAL, id, workspace, fields: []}};
}

const placeOf = ({chosen, stackDir, backend}: TerraformCluster) => ({
  chosen,
  stackDir,
  backend: () => Promise.resolve(backend),
});

function textIn(attributes: JsonObject, {path: written, wrong}: TerraformCluster): Secret | undefined {
  if (written === undefined)
    throw wrong('`path` is missing: a Terraform resource has several attributes', 'Add path: ATTRIBUTE.');
  const found = follow(attributes, readPath(written, 0)?.path ?? []);
  const value: Json = 'value' in found ? found.value : null;
  return typeof value === 'string' && value !== '' ? new Secret(value) : undefined;
}

const missing = ({id, path, chosen, wrong}: TerraformCluster): never => {
  throw wrong(
    `the shared resource ${id} of the workspace ${chosen.name} has no text at ${path}`,
    `Run "gantry shared show ${id} -w ${chosen.name}" to see its attributes, and apply its stack again.`,
  );
};
