import type {SecretStore} from '../../../ports/secret-store.ts';
import type {TerraformStates} from '../../../ports/terraform-states.ts';
import type {TakenState} from '../../../ports/terraform-tool.ts';
import type {Deps} from '../../deps.ts';

/** A state that is not stored yet, and its secrets. */
type TakenDocument = Pick<TakenState, 'secrets'> & {readonly document: string};

/**
 * Returns the dependencies of a plan on a state that is not stored yet. Its secrets are read from the state, because the secret store gets them
 * later.
 */
export const withTakenState = ({document, secrets}: TakenDocument, deps: Deps): Deps => ({
  ...deps,
  runtimes: {
    ...deps.runtimes,
    Terraform: async (cluster, needs) => {
      if (deps.runtimes.Terraform === undefined) throw new Error('this program has no runtime of Terraform');
      // The checks of the real states count, too: a sealed backend, and a trusted checkout.
      const states = async () => ({...(await needs.states()), ...statesOf(document)});
      return deps.runtimes.Terraform(cluster, {...needs, states});
    },
  },
  secretStore: async (...asked) => storeWith(secrets, await deps.secretStore(...asked)),
});

const statesOf = (document: string): Pick<TerraformStates, 'read' | 'write'> => ({
  read: async () => ({text: document, version: 'taken'}),
  write: async () => {
    throw new Error('a plan stores no state');
  },
});

const storeWith = (secrets: TakenState['secrets'], store: SecretStore): SecretStore => ({
  ...store,
  fetch: async (secret) => {
    const fields = secrets.get(secret.name.join('/'));
    if (fields !== undefined) return {fields};
    const [key = '', ...name] = secret.name.toReversed();
    const value = secrets.get(name.toReversed().join('/'))?.get(key);
    return value === undefined ? store.fetch(secret) : {value};
  },
});
