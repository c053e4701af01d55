import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {ModuleFault} from '../core/module/module-fault.ts';
import {claimId} from '../core/stacks/shared-claim.ts';

const word = z
  .string()
  .regex(/^[a-zA-Z0-9](?:[-_.a-zA-Z0-9]{0,61}[a-zA-Z0-9])?$/, {error: 'must be the value of a label'});

const OUTPUTS = {
  outputs: z
    .record(z.string(), z.string().regex(/^[^#{}\n]+$/, {error: 'must be the path of a field'}))
    .optional()
    .meta({description: 'The values of the resource that become outputs: their paths, by the names of the outputs.'}),
};

const Input = z.strictObject({
  type: word.meta({description: 'The type: the label `gantry.dev/type` of a shared resource of the workspace.'}),
  class: word.optional().meta({description: 'The class: its label `gantry.dev/class`. Default: any.'}),
  ...OUTPUTS,
});
const Platform = z.strictObject(OUTPUTS);

/** The module that claims a shared resource by its type and class. It makes no object: its outputs are values of that resource. */
export const claim: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'claim',
  version: '1',
  description: 'A shared resource of the workspace, found by its type and class.',
  input: Input,
  platform: Platform,
  generate: ({config}) => {
    const {type, class: ofClass, outputs = {}} = config;
    const paths = Object.entries(outputs);
    if (paths.length === 0)
      throw new ModuleFault(
        '`outputs` is missing: without them the module has no effect',
        'Name them, for example outputs: {host: spec.clusterIP}, here or in `modules.claim.configs` of the workspace.',
      );
    const id = claimId({type, class: ofClass});
    return {
      resources: [],
      outputs: Object.fromEntries(paths.map(([name, path]) => [name, `\${ref:shared:${id}#${path}}`])),
    };
  },
};
