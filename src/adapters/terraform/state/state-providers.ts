import type {JsonObject} from '../../../core/json.ts';
import type {RequiredProvider} from '../../../core/resource/terraform-kind.ts';
import {versionsIn} from '../lock-text.ts';
import {textAt} from '../text-at.ts';
import {resourcesIn} from './state-problems.ts';

/** Parses the provider of a resource in a state: `provider["registry.terraform.io/hashicorp/aws"].us`, with its module before it if that configures it. */
export function providerIn(resource: JsonObject): {readonly source: string; readonly alias: string | undefined} {
  const [, source = '', alias] = /(?:^|\.)provider\["([^"]*)"\](?:\.(.+))?$/.exec(textAt(resource, 'provider')) ?? [];
  return {source, alias};
}

/** The host of providers that are a part of the program. */
export const BUILT_IN = 'terraform.io/builtin/';

/** Returns the providers of the resources and data sources in a state, with their locked versions. */
export function providersIn(state: JsonObject, lock?: string): readonly RequiredProvider[] {
  const versions = versionsIn(lock ?? '');
  const sources = new Set(resourcesIn(state).map((one) => providerIn(one).source));
  return [...sources]
    .filter((source) => !source.startsWith(BUILT_IN))
    .map((source) => ({name: source.split('/').at(-1) ?? source, source, version: versions.get(source)}));
}
