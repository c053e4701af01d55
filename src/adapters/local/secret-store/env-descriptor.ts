import type {SecretStoreDescriptor} from '../../../ports/secret-store-descriptor.ts';

type Declared = {readonly prefix?: string | undefined};
type Config = {readonly kind: 'env'; readonly prefix: string};

/** The secret store in environment variables. */
export const envDescriptor: SecretStoreDescriptor<Declared, Config> = {
  kind: 'env',
  description: 'Environment variables: `ref://NAME` is the value of NAME.',
  example: '{}',
  fields: {prefix: {type: 'text', mayBeEmpty: true, description: 'Comes before each name.'}},
  isNear: true,
  wants: ({prefix}) => {
    const which = prefix ? `variables of the environment that begin with ${prefix}` : 'any variable of the environment';
    return [{ability: 'variable', does: `reads ${which}`}];
  },
  resolve: ({prefix = ''}) => ({kind: 'env', prefix}),
  open: async ({prefix}, {ownEnv: env}) => (await import('./env-store.ts')).envStore({prefix, env}),
};
