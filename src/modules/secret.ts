import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {secretObject} from '../kubernetes/application/secret-object.ts';
import {accessoryOf} from './application-of.ts';
import {variablesFor} from './own-variables.ts';
import {checkSecret, SECRET_FIELDS} from './secret-model.ts';

const Input = z
  .strictObject({
    ...SECRET_FIELDS,
    env: z.boolean().optional().meta({description: 'True: each key is a variable of the containers.'}),
  })
  .superRefine(checkSecret);

/** The module of a Secret. */
export const secret: ModuleDefinition<z.infer<typeof Input>> = {
  name: 'secret',
  version: '1',
  description: 'A Secret with values of the secret store, or with generated ones.',
  input: Input,
  generate: (request) => {
    const {env = false, ...spec} = request.config;
    const application = accessoryOf(request);
    const object = secretObject(application.name, spec, application);
    const keys = Object.keys(object['stringData'] as object).toSorted();
    return {
      resources: [object],
      patches: env ? [variablesFor(request, 'secretKeyRef', {name: application.name, keys})] : [],
      outputs: {name: application.name},
    };
  },
};
