/** The values of a kubeconfig for the sandbox. */
export type SandboxAccess = {
  /** The URL, `https://127.0.0.1:PORT`. */
  readonly server: string;
  /** The CA certificate as PEM. */
  readonly ca: string;
  /** Bearer token of a cluster administrator. */
  readonly token: string;
};

/** Returns a kubeconfig in JSON, which every reader of YAML accepts. Cluster, user and context have the given name. */
export const sandboxKubeconfig = (name: string, {server, ca, token}: SandboxAccess): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{name, cluster: {server, 'certificate-authority-data': Buffer.from(ca, 'utf8').toString('base64')}}],
    users: [{name, user: {token}}],
    contexts: [{name, context: {cluster: name, user: name}}],
    'current-context': name,
  });
