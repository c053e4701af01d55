import type {Deps} from '../app/deps.ts';
import type {DepsOverrides} from '../cli/session.ts';
import type {Redactor} from '../core/secret/redactor.ts';
import type {Network} from './network.ts';

/** Returns the function that opens the Secrets of a namespace. */
export const secretObjectsOf =
  (redactor: Redactor, network: Pick<DepsOverrides, 'onEvent' | 'signal'> & Network): Deps['secretObjects'] =>
  async (access, namespace) => {
    const {openSecretObjects} = await import('../adapters/kubernetes/runtime/secrets/open-secret-objects.ts');
    return openSecretObjects(access, namespace, {...network, secrets: redactor.all});
  };
