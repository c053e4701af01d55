import type {Json} from '../../core/json.ts';
import type {ObjectDrift} from '../../core/plan/drift.ts';
import {follow} from '../../core/reference/path.ts';
import type {TerraformState} from '../../core/release/terraform-state.ts';
import {REGISTRY} from '../../core/resource/terraform-lock.ts';
import {isRedacted} from '../../core/secret/redacted-value.ts';
import {isInSource, isTerraformSource} from '../../core/terraform/source.ts';
import type {DriftRequest, RuntimeDrift} from '../../ports/runtime-drift.ts';
import {failureOf} from './failure-of.ts';
import {fieldChanges} from './field-changes.ts';
import {sensitiveBy} from './masks.ts';
import {knownAddresses} from './request-module.ts';
import {rootModule} from './root-module.ts';
import {warningsOf} from './said-diagnostics.ts';
import {sealValues} from './sealed-values.ts';
import type {Session, TerraformOptions} from './session.ts';
import type {Shown} from './shown.ts';
import {sourceAccounts} from './source-accounts.ts';

/** Compares the recorded resources with what the providers report now. */
export async function driftResources(
  session: Session,
  request: DriftRequest,
  {options, file}: {readonly options: TerraformOptions; readonly file: string},
): Promise<RuntimeDrift> {
  const prior = request.prior.filter((state): state is TerraformState => state.type === 'Terraform');
  const {spec = [], signal, secrets} = request;
  const stored = session.stored();
  const resources = spec.filter((one) => one.type === 'Terraform' && !isTerraformSource(one));
  const leaving = prior.some(isInSource) ? stored.source : undefined;
  const settings = await options.needs.providers([...resources, ...sourceAccounts(leaving, resources)]);
  const module = rootModule({
    resources: [],
    others: resources,
    leaving,
    expandable: new Set(),
    origins: new Map(),
    ids: new Set(resources.map(({id}) => id)),
    state: {known: knownAddresses(stored), accounts: new Map()},
    settings,
    registry: REGISTRY[session.program.product],
    values: {
      lookup: () => undefined,
      isSensitive: () => false,
      secretOf: (uri) => secrets.values?.get(uri)?.reveal(),
      recall: () => undefined,
    },
  });
  const about = {idAt: (address: string) => stored.ids[address], origins: new Map(), clean: options.clean};
  const {ended, live} = await session.alone(async () => {
    await session.lay(module, settings, about, signal);
    const run = await session.plan(file, ['-refresh-only'], {signal});
    signal.throwIfAborted();
    if (run.code !== 0) throw failureOf('plan', run, about);
    return {ended: run, live: (await session.showPlan(file)).prior};
  });
  return {
    objects: prior.map((state) => driftOf(state, live.get(state.address), request)),
    diagnostics: warningsOf(ended, about),
  };
}

function driftOf(state: TerraformState, live: Shown | undefined, {secrets}: DriftRequest): ObjectDrift {
  const base = {id: state.id, type: state.type, fields: []};
  if (live === undefined) return {...base, drift: 'deleted', reason: 'it was deleted outside of Gantry'};
  const {attributes} = state;
  if (attributes['id'] !== undefined && live.values['id'] !== attributes['id'])
    return {...base, drift: 'replaced', reason: 'another resource has its place now'};
  const isSealed = sensitiveBy([live.sensitive], new Set());
  const isHidden: typeof isSealed = (path, value) => {
    const then = follow(attributes, path);
    return isSealed(path, value) || ('value' in then && isRedacted(then.value));
  };
  const now = sealValues(secrets.digestKey, state.id, live.values, isHidden);
  const fields = fieldChanges({
    before: now,
    after: attributes,
    unknown: {},
    isSensitive: (_, value) => holdsRedacted(value),
    written: attributes,
    replacePaths: [],
    causeOf: () => 'drift',
  });
  return {...base, drift: fields.length === 0 ? 'none' : 'changed', fields};
}

const holdsRedacted = (value: Json | undefined): boolean => isRedacted(value);
