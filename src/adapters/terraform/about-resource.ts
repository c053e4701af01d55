import type {Json, JsonObject, JsonPath} from '../../core/json.ts';
import type {Change} from '../../core/plan/plan.ts';
import type {ResourceValues} from '../../core/reference/values.ts';
import type {TerraformState} from '../../core/release/terraform-state.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import {changeOf} from './change-of.ts';
import {covers, type IsSensitive, isLeaf, maskedPaths, sensitiveBy} from './masks.ts';
import {contentOf, type RootModule} from './root-module.ts';
import {sealValues, sensitivePaths} from './sealed-values.ts';
import type {PlannedResource, Shown} from './shown.ts';

/** A wanted resource with its plan. */
export type AboutResource = {
  readonly resource: Resource;
  /** The attributes that the files of a source set: what Terraform computed from them. */
  readonly written?: JsonObject | undefined;
  readonly planned: PlannedResource;
  readonly module: RootModule;
  readonly secretTexts: ReadonlySet<string>;
  readonly request: PlanRequest;
  /** The ids that it comes after, if they are not those of the stack. */
  readonly needs?: readonly string[] | undefined;
};

/** Returns the change of a resource. */
export function changeAbout(about: AboutResource): Change {
  const {resource, written, planned, module, request} = about;
  const {prior, permissions} = request;
  return changeOf({
    resource,
    written,
    planned,
    permissions,
    isSensitive: sensitivityOf(about),
    sealed: {now: sealedAttributes(about), last: prior.spec.find(({id}) => id === resource.id)?.attributes},
    isRecorded: prior.state.some(({id}) => id === resource.id),
    movedFrom: prior.moved?.get(resource.id) ?? movedInFiles(about),
    isRefreshed: request.wanted.refresh === true,
    isLost: module.lost.has(resource.id),
  });
}

/** Returns the id of a resource before a `moved` block in the files of a source: its address at that time. */
export function movedInFiles({planned: {address, previous}, request}: AboutResource): string | undefined {
  const isRecorded = (id: string | undefined): boolean => request.prior.state.some((state) => state.id === id);
  return isRecorded(previous) && !isRecorded(address) ? previous : undefined;
}

/** Reports the sensitive values of a resource. */
export const sensitivityOf = ({planned, secretTexts}: Pick<AboutResource, 'planned' | 'secretTexts'>): IsSensitive =>
  sensitiveBy([planned.beforeSensitive, outputToo(planned)], secretTexts);

/** Adds that the output of `terraform_data` is its input: Terraform does not pass the mark on. */
function outputToo({address, afterSensitive}: Pick<PlannedResource, 'address' | 'afterSensitive'>): Json {
  if (!address.startsWith('terraform_data.') || typeof afterSensitive !== 'object' || afterSensitive === null)
    return afterSensitive;
  const mask = afterSensitive as JsonObject;
  return mask['input'] === undefined ? mask : {...mask, output: mask['input']};
}

/** Returns the attributes as a release stores them: literal secrets as digests, references as they are written. */
export function sealedAttributes({resource, planned, module, request}: AboutResource): JsonObject {
  const literal = module.secretPaths.get(resource.id) ?? [];
  const isSecret = (path: JsonPath, value: Json | undefined): boolean =>
    isLeaf(value) &&
    !isReference(value) &&
    (literal.some((one) => isWithin(path, one)) || covers(planned.afterSensitive, path));
  return sealValues(request.secrets.digestKey, resource.id, resource.attributes, isSecret);
}

/** Reports whether a value is a reference to a secret or to another resource. */
export const isReference = (value: Json | undefined): boolean =>
  typeof value === 'string' && /\$\{ref:|^\$kusion_path\.|^ref:\/\//.test(value);

const isWithin = (part: JsonPath, whole: JsonPath): boolean => whole.every((step, i) => step === part[i]);

/**
 * Returns the values that other resources can take before the apply. `shown`: those of the state. A plan does not say which parts of an unknown
 * value are sensitive.
 */
export function valuesAbout(about: AboutResource, shown: Shown | undefined): ResourceValues {
  const {planned} = about;
  const object = planned.after ?? {};
  return {
    object,
    unknown: maskedPaths(planned.unknown),
    sensitive: [
      ...[outputToo(planned), shown?.sensitive].flatMap((mask) => maskedPaths(mask)),
      ...sensitivePaths(object, sensitivityOf(about)),
    ],
  };
}

/** Returns the state that a release records. */
export function stateAbout(about: AboutResource, shown: Shown): TerraformState {
  const {resource, planned, module, request, secretTexts} = about;
  const {digestKey} = request.secrets;
  const isSensitive = sensitiveBy([shown.sensitive, planned.beforeSensitive, outputToo(planned)], secretTexts);
  return {
    id: resource.id,
    type: 'Terraform',
    address: planned.address,
    provider: shown.provider,
    schemaVersion: shown.schemaVersion,
    attributes: sealValues(digestKey, resource.id, shown.values, isSensitive),
    desiredDigest: digestKey.hmac(contentOf(module, resource.id)),
    dependsOn: about.needs ?? request.wanted.order.after.get(resource.id) ?? [],
  };
}
