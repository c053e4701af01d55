import type {JsonObject} from '../../../src/core/json.ts';
import type {Generated, ModuleRequest, Naming} from '../../../src/core/module/module.ts';
import {MODULES} from '../../../src/registry/modules.ts';

/** A use of a module in a test: the application `web` of the stack `dev` of the project `shop`. */
export type Use = {
  readonly config: JsonObject;
  readonly naming?: Naming;
  readonly name?: string;
  readonly workload?: ModuleRequest['workload'];
};

/** Checks the configuration as the application file is checked, and runs a built-in module. */
export async function generated(
  module: keyof typeof MODULES,
  {config, naming = 'short', name, workload}: Use,
): Promise<Generated> {
  const definition = MODULES[module];
  if (definition === undefined) throw new Error(`no module ${module}`);
  definition.input.parse(config);
  const labels = {'app.kubernetes.io/name': 'web', 'app.kubernetes.io/part-of': 'shop'};
  return definition.generate({
    project: 'shop',
    stack: 'dev',
    workspace: 'prod',
    application: 'web',
    name: name ?? (naming === 'kusion' ? 'shop-dev-web' : 'web'),
    naming,
    namespace: undefined,
    labels: naming === 'kusion' ? labels : {...labels, 'app.kubernetes.io/instance': 'dev'},
    config,
    context: {},
    ...(workload === undefined ? {} : {workload}),
  });
}
