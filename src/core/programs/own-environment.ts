/** The variables with which Gantry describes itself to the programs that it runs. */
export const OWN = {
  workspace: 'GANTRY_WORKSPACE',
  /** The name of the workspace whose shell this is. */
  shell: 'GANTRY_SHELL',
  /** The kubeconfig that Gantry created. If `KUBECONFIG` has another value, the user has changed it. */
  kubeconfig: 'GANTRY_KUBECONFIG',
  /** `KUBECONFIG` as it was before. */
  outerKubeconfig: 'GANTRY_OUTER_KUBECONFIG',
  /** The names of the variables that were given other values. */
  changed: 'GANTRY_CHANGED',
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment without the variables of a workspace. `gantry shell` sets the variables of one workspace. Without this function
 * they would also apply to another workspace.
 */
export function ownEnvironment(env: Environment): Environment {
  const {[OWN.kubeconfig]: made, [OWN.outerKubeconfig]: outer, [OWN.changed]: changed} = env;
  if (made === undefined && changed === undefined) return env;
  const laid = new Set((changed ?? '').split(',').filter((name) => name !== ''));
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !laid.has(name)));
  // The user has set another kubeconfig since.
  if (made === undefined || own['KUBECONFIG'] !== made) return own;
  const {KUBECONFIG: _, ...without} = own;
  return outer === undefined ? without : {...without, KUBECONFIG: outer};
}
