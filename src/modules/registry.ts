import {z} from 'zod';
import type {ModuleDefinition} from '../core/module/module-definition.ts';
import {ModuleFault} from '../core/module/module-fault.ts';
import {encodedReference} from '../core/reference/encoders.ts';
import {objectOf} from '../kubernetes/application/object-of.ts';
import {accessoryOf} from './application-of.ts';

const FIELDS = {
  server: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+(?::\d{1,5})?(?:\/[^\s"\\]*)?$/, {error: 'must be the address of a registry'})
    .optional()
    .meta({description: 'The registry, for example ghcr.io.'}),
  username: z
    .string()
    .regex(/^[^:$\s]+$/, {error: 'must not have `:`, `$` or spaces'})
    .optional()
    .meta({description: 'The user.'}),
  password: z
    .string()
    .regex(/^ref:\/\/\S+$/, {error: 'must be a reference to the secret store, for example ref://registry/token'})
    .optional()
    .meta({description: 'The password or token: a reference to the secret store.'}),
};

/** Returns the credentials in the format of Docker. The values of the secret store are inserted base64-encoded. */
function dockerConfig({server, username, password}: z.infer<typeof Input>): string {
  const missing = Object.entries({server, username, password}).find(([, value]) => value === undefined)?.[0];
  if (server === undefined || username === undefined || password === undefined)
    throw new ModuleFault(
      `\`${missing ?? ''}\` is missing`,
      'Set it in the application, or in `modules.registry.configs` of the workspace.',
    );
  const inJson = encodedReference('json', `\${${password}}`);
  const auth = encodedReference('base64', `${username}:\${${password}}`);
  return `{"auths":{${JSON.stringify(server)}:{"username":${JSON.stringify(username)},"password":"${inJson}","auth":"${auth}"}}}`;
}

const Input = z.strictObject(FIELDS);
const Platform = z.strictObject(FIELDS);

/** The module of the credentials of a registry, with which the pods of the application pull their images. */
export const registry: ModuleDefinition<z.infer<typeof Input>, z.infer<typeof Platform>> = {
  name: 'registry',
  version: '1',
  description: 'The credentials of a registry of images: a Secret that the pods use.',
  input: Input,
  platform: Platform,
  generate: (request) => {
    const application = accessoryOf(request);
    const {name} = application;
    return {
      resources: [
        objectOf({apiVersion: 'v1', kind: 'Secret', name}, application, {
          type: 'kubernetes.io/dockerconfigjson',
          stringData: {'.dockerconfigjson': dockerConfig(request.config)},
        }),
      ],
      patches: [{imagePullSecrets: [name]}],
      outputs: {name},
    };
  },
};
