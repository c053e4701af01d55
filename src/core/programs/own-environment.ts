/** What Gantry says of itself in the environment of the programs that it runs. */
export const OWN = {
  workspace: 'GANTRY_WORKSPACE',
  /** The name of the workspace whose shell this is. */
  shell: 'GANTRY_SHELL',
  /** The kubeconfig that Gantry made: while `KUBECONFIG` is this one, the user has not said another. */
  kubeconfig: 'GANTRY_KUBECONFIG',
  /** `KUBECONFIG` as it was before. */
  outerKubeconfig: 'GANTRY_OUTER_KUBECONFIG',
  /** The names of the variables that were given other values. */
  changed: 'GANTRY_CHANGED',
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment as it was before Gantry laid a workspace over it. In `gantry shell` the variables of one workspace are there:
 * were they taken for the user's own words, another workspace that says nothing would be reached with them.
 */
export function ownEnvironment(env: Environment): Environment {
  const {[OWN.kubeconfig]: made, [OWN.outerKubeconfig]: outer, [OWN.changed]: changed} = env;
  if (made === undefined && changed === undefined) return env;
  const laid = new Set((changed ?? '').split(',').filter((name) => name !== ''));
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !laid.has(name)));
  // Somebody has named another one since.
  if (made === undefined || own['KUBECONFIG'] !== made) return own;
  const {KUBECONFIG: _, ...without} = own;
  return outer === undefined ? without : {...without, KUBECONFIG: outer};
}
