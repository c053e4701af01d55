import type {JsonObject} from '../../core/json.ts';
import {textAt} from './text-at.ts';

/** The host of providers that are a part of the program. */
export const BUILT_IN = 'terraform.io/builtin/';

/** Parses the provider of a resource in a state: `provider["registry.terraform.io/hashicorp/aws"].us`, also of one that a module has. */
export function providerIn(resource: JsonObject): {readonly source: string; readonly alias: string | undefined} {
  const [, source = '', alias] = /(?:^|\.)provider\["([^"]*)"\](?:\.(.+))?$/.exec(textAt(resource, 'provider')) ?? [];
  return {source, alias};
}
