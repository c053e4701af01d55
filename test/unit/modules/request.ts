import type {JsonObject} from '../../../src/core/json.ts';
import type {Generated, ModuleRequest, Naming} from '../../../src/core/module/module.ts';
import {defined} from '../../../src/lib/defined.ts';
import {MODULES} from '../../../src/registry/modules.ts';

/** A use of a module in a test: the application `web` of the stack `dev` of the project `shop`. */
export type Use = {
  readonly config: JsonObject;
  /** The fields of the workspace. */
  readonly platform?: JsonObject;
  readonly naming?: Naming;
  readonly name?: string;
  readonly accessory?: string;
  readonly namespace?: string | undefined;
  /** Default: shop, dev and prod. */
  readonly names?: Partial<Pick<ModuleRequest, 'project' | 'stack' | 'workspace' | 'application'>>;
  readonly workload?: ModuleRequest['workload'];
};

/** Checks the configuration as the application file is checked, and runs a built-in module. */
export async function generated(
  module: keyof typeof MODULES,
  {config, platform = {}, naming = 'short', name, accessory, workload, namespace, names}: Use,
): Promise<Generated> {
  const definition = MODULES[module];
  if (definition === undefined) throw new Error(`no module ${module}`);
  definition.input.parse(config);
  definition.platform?.parse(platform);
  const labels = {'app.kubernetes.io/name': 'web', 'app.kubernetes.io/part-of': 'shop'};
  return definition.generate({
    project: 'shop',
    stack: 'dev',
    workspace: 'prod',
    application: 'web',
    ...names,
    name: name ?? (naming === 'kusion' ? 'shop-dev-web' : 'web'),
    naming,
    namespace,
    labels: naming === 'kusion' ? labels : {...labels, 'app.kubernetes.io/instance': 'dev'},
    config: {...platform, ...config},
    context: {},
    ...defined({accessory, workload}),
  });
}
