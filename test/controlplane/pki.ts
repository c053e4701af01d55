import {createPrivateKey} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createAuthority, createKey, type Identity, issueLeaf, type Leaf} from './certificate.ts';
import {kubeconfigText} from './kubeconfig.ts';
import {runFiles} from './run-state.ts';

/** The names under which the control plane's own parts sign in; Kubernetes grants their rights to these names. */
const COMPONENTS: Readonly<Record<string, Leaf>> = {
  'kube-controller-manager': {name: 'system:kube-controller-manager'},
  'kube-scheduler': {name: 'system:kube-scheduler'},
  kwok: {name: 'gantry-test-kubelet', organizations: ['system:masters']},
};

/** Writes the keys, certificates and kubeconfigs of a new run; gives back what the starter itself signs in with. */
export function writePki(dir: string, server: string): {readonly ca: string; readonly admin: Identity} {
  const {pki, kubeconfig} = runFiles(dir);
  mkdirSync(pki, {recursive: true, mode: 0o700});
  const write = (name: string, text: string) => writeFileSync(join(pki, name), text, {mode: 0o600});
  const authority = createAuthority();
  const pair = (name: string, identity: Identity) => {
    write(`${name}.crt`, identity.cert);
    write(`${name}.key`, identity.key);
  };
  const access = (leaf: Leaf, identity = issueLeaf(authority, leaf)) =>
    kubeconfigText({server, ca: authority.cert, user: leaf.name, identity});

  pair('ca', authority);
  pair(
    'server',
    issueLeaf(authority, {
      name: 'gantry-test',
      server: {dns: ['localhost', 'kubernetes.default.svc'], ips: ['127.0.0.1']},
    }),
  );
  pair('kubelet-client', issueLeaf(authority, {name: 'kube-apiserver', organizations: ['system:masters']}));
  write('service-accounts.key', createKey());
  for (const [name, leaf] of Object.entries(COMPONENTS)) write(`${name}.kubeconfig`, access(leaf));

  const adminLeaf = {name: 'admin', organizations: ['system:masters']};
  const admin = issueLeaf(authority, adminLeaf);
  writeFileSync(kubeconfig, access(adminLeaf, admin), {mode: 0o600});
  return {ca: authority.cert, admin};
}

/** Signs in someone else at a running control plane: the run directory still holds the authority's key. */
export function clientKubeconfig(dir: string, server: string, leaf: Leaf): string {
  const {pki} = runFiles(dir);
  const privateKey = createPrivateKey(readFileSync(join(pki, 'ca.key')));
  const ca = readFileSync(join(pki, 'ca.crt'), 'utf8');
  return kubeconfigText({server, ca, user: leaf.name, identity: issueLeaf({privateKey}, leaf)});
}
