import {kubernetesStore} from '../../src/adapters/kubernetes/secret-store/kubernetes-store.ts';
import {memorySecrets} from '../rig/memory-secrets.ts';
import {mapStoreContract} from './map-store.ts';

const KUBECONFIG = {workspace: 'management', field: 'test', from: {kind: 'in-cluster'}} as const;

mapStoreContract('kubernetes (Secrets in memory)', async (secrets) => {
  const objects = memorySecrets('apps');
  for (const [name, data] of Object.entries(secrets)) {
    const bytes = Object.entries(data).map(([key, text]) => [key, new TextEncoder().encode(text)] as const);
    await objects.create({name, type: 'Opaque', labels: {}, annotations: {}, data: Object.fromEntries(bytes)});
  }
  return kubernetesStore({kind: 'kubernetes', namespace: 'apps', kubeconfig: KUBECONFIG}, async () => objects);
});
