import type {Access} from '../../../../ports/access.ts';
import type {KubernetesClient} from '../client/client.ts';

/** Opens the permission checks; each loads its code on first use. */
export const openAccess = (client: KubernetesClient, until: <T>(asked: Promise<T>) => Promise<T>): Access => ({
  account: async () => until((await import('./read-account.ts')).readAccount(client)),
  mayI: async (request) => until((await import('./ask-access.ts')).askAccess(client, request)),
  permissions: async (namespace) => until((await import('./list-permissions.ts')).listPermissions(client, namespace)),
});
