import type {JsonObject} from '../../../core/json.ts';
import type {RequiredProvider} from '../../../core/resource/terraform-kind.ts';
import {versionsIn} from '../../../core/terraform/lock-text.ts';
import {BUILT_IN, providerIn} from '../state-provider.ts';
import {resourcesIn} from './state-problems.ts';

/** Returns the providers of the resources and data sources in a state, with their locked versions. */
export function providersIn(state: JsonObject, lock?: string): readonly RequiredProvider[] {
  const versions = versionsIn(lock ?? '');
  const sources = new Set(resourcesIn(state).map((one) => providerIn(one).source));
  return [...sources]
    .filter((source) => !source.startsWith(BUILT_IN))
    .map((source) => ({name: source.split('/').at(-1) ?? source, source, version: versions.get(source)}));
}
