import type {Json, JsonObject} from '../../core/json.ts';
import type {RequiredProvider} from '../../core/resource/terraform-kind.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import type {LaidSource} from './lay-source.ts';

/** The parts of a root module. */
export type ModuleParts = {
  readonly providers: readonly RequiredProvider[];
  readonly configured: JsonObject;
  readonly variable: JsonObject | undefined;
  readonly blocks: JsonObject;
  readonly imports: readonly JsonObject[] | undefined;
  /** Existing Terraform code in the same directory. */
  readonly source: Pick<LaidSource, 'call'> | undefined;
};

/** Returns the texts of a module. Terraform refuses an empty part, and a second list of required providers. */
export function moduleTexts({providers, configured, variable, blocks, imports, source}: ModuleParts) {
  const terraform = providers.length === 0 ? undefined : {required_providers: requiredIn(providers)};
  return {
    text: canonicalJson(
      defined({
        terraform: source === undefined ? terraform : undefined,
        provider: Object.keys(configured).length === 0 ? undefined : configured,
        variable,
        module: source?.call,
        resource: Object.keys(blocks).length === 0 ? undefined : blocks,
        import: imports,
      }),
    ),
    required: source !== undefined && terraform !== undefined ? canonicalJson({terraform}) : undefined,
  };
}

/** Returns the argument `required_providers` of a module. */
export const requiredIn = (providers: readonly RequiredProvider[]): JsonObject =>
  Object.fromEntries(providers.map(({name, source, version}) => [name, {source, ...defined({version})}]));

/** Returns the declarations of variables; undefined for none. */
export const variablesIn = (secrets: readonly Json[], ephemeral: readonly Json[]): JsonObject | undefined =>
  secrets.length + ephemeral.length === 0
    ? undefined
    : Object.fromEntries([
        ...secrets.map((_, i) => [`s${i}`, {sensitive: true}] as const),
        ...ephemeral.map((_, i) => [`e${i}`, {ephemeral: true, sensitive: true, type: 'string'}] as const),
      ]);
