import type {Controller} from '../../model/controller.ts';
import {isBeingDeleted, nameOf, namespaceOf} from '../../model/metadata.ts';
import {textAt} from '../../model/part.ts';

const NAME = 'kube-root-ca.crt';
const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** Returns the controller that stores the server's CA certificate in every namespace, for its pods. */
export const rootCertificate = (pem: string): Controller => ({
  name: 'root-ca-certificate-publisher-controller',
  watches: {
    namespaces: (namespace) => [{namespace: nameOf(namespace), name: NAME}],
    configmaps: (map) => (nameOf(map) === NAME ? [{namespace: namespaceOf(map), name: NAME}] : []),
  },
  steps: (key, cluster) => {
    const namespace = cluster.get('namespaces', '', key.namespace);
    if (namespace === undefined || isBeingDeleted(namespace)) return [];
    const known = cluster.get('configmaps', key.namespace, NAME);
    const data = {'ca.crt': pem};
    if (known !== undefined) {
      return textAt(known, 'data', 'ca.crt') === pem ? [] : [{do: 'update', object: {...known, data}}];
    }
    const metadata = {...key, annotations: {'kubernetes.io/description': DESCRIPTION}};
    return [{do: 'create', object: {apiVersion: 'v1', kind: 'ConfigMap', metadata, data}}];
  },
});
