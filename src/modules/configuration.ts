import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {objectOf} from '../kubernetes/application/object-of.ts';
import {accessoryOf} from './application-of.ts';
import {variablesFor} from './own-variables.ts';
import {Data} from './secret-model.ts';

const Input = z.strictObject({
  data: Data.refine((data) => Object.keys(data).length > 0, {error: 'must have a value'}).meta({
    description: 'The values by their keys.',
    examples: [{LOG: 'debug'}],
  }),
  env: z.boolean().optional().meta({
    description:
      'False: the containers have no variables for the keys. `dirs: {/etc/app: configMap://NAME}` mounts them as files. Default: true.',
  }),
});

const Platform = z.strictObject({data: Data.optional().meta({description: 'Values of all applications.'})});

/** The module of a ConfigMap. */
export const configuration: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'configuration',
  version: '1',
  description: 'A ConfigMap whose values are variables of the containers, or files.',
  input: Input,
  platform: Platform,
  generate: (request) => {
    const {data, env = true} = request.config;
    const application = accessoryOf(request);
    const {name} = application;
    const keys = Object.keys(data).toSorted();
    return {
      resources: [objectOf({apiVersion: 'v1', kind: 'ConfigMap', name}, application, {data})],
      patches: env ? [variablesFor(request, 'configMapKeyRef', {name, keys})] : [],
      outputs: {name},
    };
  },
};
