/** The name of the default sandbox, which `cluster: sandbox` selects. */
export const DEFAULT_SANDBOX = 'sandbox';

const NAME = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** Returns the problem of a sandbox name; undefined if it is valid. The name becomes that of a directory on every platform. */
export const sandboxNameProblem = (name: string): string | undefined =>
  NAME.test(name)
    ? undefined
    : `${name === '' ? 'an empty name' : name} is not a valid sandbox name: use at most 63 lowercase letters, digits and '-', without '-' at the ends`;

/** Parses `cluster` of a context: `sandbox` or `sandbox/NAME`. */
export function readCluster(value: string): {readonly sandbox: string} | {readonly problem: string} {
  const [kind, name = DEFAULT_SANDBOX, ...rest] = value.trim().split('/');
  if (kind !== 'sandbox' || rest.length > 0)
    return {
      problem: `unknown cluster ${value}: use \`sandbox\` or \`sandbox/NAME\`, or set a kubeconfig for a real cluster`,
    };
  const problem = sandboxNameProblem(name);
  return problem === undefined ? {sandbox: name} : {problem};
}
