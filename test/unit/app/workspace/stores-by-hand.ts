import type {Deps} from '../../../../src/app/deps.ts';
import {Secret} from '../../../../src/core/secret/secret.ts';
import type {ChildEnvironment} from '../../../../src/core/workspace/child-environment.ts';
import type {SecretStoreConfig} from '../../../../src/registry/secret-stores.ts';

export type StoresByHand = {
  readonly secretStore: Deps['secretStore'];
  /** What was asked for, in order: `vault:clusters/prod`. */
  readonly asked: string[];
  /** With what each store was opened. */
  readonly opened: {readonly config: SecretStoreConfig; readonly environment: ChildEnvironment | undefined}[];
};

/** Secret stores of every kind that hold what a test says: by kind, then by name. */
export function storesByHand(
  held: Readonly<Partial<Record<SecretStoreConfig['kind'], Readonly<Record<string, string | Uint8Array>>>>>,
): StoresByHand {
  const asked: string[] = [];
  const opened: StoresByHand['opened'] = [];
  return {
    asked,
    opened,
    secretStore: async (config, environment) => {
      opened.push({config, environment});
      return {
        name: config.kind,
        first: 'whole',
        fetch: async ({name}) => {
          asked.push(`${config.kind}:${name.join('/')}`);
          const value = held[config.kind]?.[name.join('/')];
          return value === undefined
            ? {because: `there is no secret ${name.join('/')}`, absent: true}
            : {value: new Secret(value)};
        },
      };
    },
  };
}
