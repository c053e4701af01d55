/** The sandbox that `cluster: sandbox` names. */
export const DEFAULT_SANDBOX = 'sandbox';

const NAME = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** Why a text cannot name a sandbox, or nothing. A name becomes that of a directory, the same on every machine. */
export const sandboxNameProblem = (name: string): string | undefined =>
  NAME.test(name)
    ? undefined
    : `${name === '' ? 'an empty text' : name} is not a name for a sandbox: at most 63 lower-case letters, digits and '-', not beginning or ending with '-'`;

/** What `cluster` of a context says: `sandbox`, or `sandbox/NAME` for one of several. */
export function readCluster(value: string): {readonly sandbox: string} | {readonly problem: string} {
  const [kind, name = DEFAULT_SANDBOX, ...rest] = value.trim().split('/');
  if (kind !== 'sandbox' || rest.length > 0)
    return {
      problem: `there is no cluster ${value}: it is \`sandbox\`, or \`sandbox/NAME\` for one of several; a real cluster is said by its kubeconfig`,
    };
  const problem = sandboxNameProblem(name);
  return problem === undefined ? {sandbox: name} : {problem};
}
