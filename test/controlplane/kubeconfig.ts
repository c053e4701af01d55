import type {Identity} from './certificate.ts';

export type Access = {readonly server: string; readonly ca: string; readonly user: string; readonly identity: Identity};

/** A kubeconfig with everything inside, so that a test may copy it, move it or hand it over as text. */
export function kubeconfigText({server, ca, user, identity}: Access): string {
  return `apiVersion: v1
kind: Config
current-context: gantry-test
contexts:
- name: gantry-test
  context: {cluster: gantry-test, user: ${JSON.stringify(user)}}
clusters:
- name: gantry-test
  cluster:
    server: ${server}
    certificate-authority-data: ${base64(ca)}
users:
- name: ${JSON.stringify(user)}
  user:
    client-certificate-data: ${base64(identity.cert)}
    client-key-data: ${base64(identity.key)}
`;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
