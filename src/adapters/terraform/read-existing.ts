import {GantryError} from '../../core/failure/failure.ts';
import type {ResourceValues} from '../../core/reference/values.ts';
import {importIdOf} from '../../core/resource/import-id.ts';
import {REGISTRY} from '../../core/resource/terraform-lock.ts';
import type {ExistingResources, ReadExisting} from '../../ports/existing-resources.ts';
import {maskedPaths, maskedTexts, sensitiveBy} from './masks.ts';
import type {ModuleRequest} from './module-request.ts';
import {rootModule} from './root-module.ts';
import {errorsOf, missingAddress} from './said-diagnostics.ts';
import {sensitivePaths} from './sealed-values.ts';
import type {Session, TerraformOptions} from './session.ts';
import type {Shown} from './shown.ts';

type Reading = Pick<TerraformOptions, 'needs' | 'clean'> & {
  /** Returns the name of a new file in the working directory. */
  readonly nextFile: () => string;
};

/**
 * Reads existing resources by one plan that imports all of them into an empty state, and is never applied. Terraform writes the configuration for
 * them itself. It may be invalid, but the resources are read before that, so only a resource that was not read is an error.
 * @throws GantryError terraform/failed
 */
export async function readExisting(
  session: Session,
  {resources, signal}: ReadExisting,
  reading: Reading,
): Promise<ExistingResources> {
  const {clean, needs, nextFile} = reading;
  const settings = await needs.providers(resources);
  const module = rootModule({...NOTHING_ELSE, read: resources, settings, registry: REGISTRY[session.program.product]});
  const ids = new Map([...module.addresses].map(([id, address]) => [address, id]));
  const byId = new Map(resources.map((one) => [one.id, one]));
  const about = {
    idAt: (address: string) => ids.get(address),
    origins: new Map(),
    importIdOf: (id: string) => importIdOf(byId.get(id)),
    clean,
  };
  await session.lay(module, settings, about, signal);
  const plan = nextFile();
  const ended = await session.plan(plan, [`-generate-config-out=${plan}.txt`], {signal});
  signal.throwIfAborted();
  const gone = new Set(ended.said.flatMap((said) => missingAddress(said) ?? []));
  const read = await session.showPlan(plan).catch((error: unknown) => {
    if (ended.code === 0) throw error;
    // Terraform may write no plan after an error.
    return undefined;
  });
  const found: ExistingResources = new Map(
    [...ids].flatMap(([address, id]): [string, ResourceValues | 'gone'][] => {
      const shown = read?.prior.get(address);
      return gone.has(address) ? [[id, 'gone']] : shown === undefined ? [] : [[id, valuesOf(shown)]];
    }),
  );
  const left = resources.filter(({id}) => !found.has(id));
  if (left.length === 0) return found;
  if (gone.size === 0)
    throw new GantryError({code: 'terraform/failed', command: 'plan', diagnostics: errorsOf(ended, about)});
  // The resources that do not exist stopped the plan before it had read the others.
  return new Map([...found, ...(await readExisting(session, {resources: left, signal}, reading))]);
}

/** A module without resources of its own. */
const NOTHING_ELSE: Omit<ModuleRequest, 'read' | 'settings'> = {
  resources: [],
  others: [],
  expandable: new Set(),
  origins: new Map(),
  ids: new Set(),
  state: {known: new Map(), accounts: new Map()},
  values: {lookup: () => undefined, isSensitive: () => false, secretOf: () => undefined, recall: () => undefined},
};

/** Returns the values of a resource, and the paths of those that are never shown: by the schema, by their names, and copies of them. */
export function valuesOf({values, sensitive}: Shown): ResourceValues {
  const isSensitive = sensitiveBy([sensitive], new Set(maskedTexts(sensitive, values)));
  return {
    object: values,
    unknown: [],
    sensitive: [...maskedPaths(sensitive), ...sensitivePaths(values, isSensitive)],
  };
}
