/** A Secret that holds a kubeconfig. */
export type SecretPlace = {readonly namespace: string; readonly name: string};

/** The suffixes that Kamaji and Cluster API append to the name of the cluster. */
const SUFFIX = /-(?:admin-)?kubeconfig$/;

/** The part of a template that the name of a Secret replaces. */
export const NAME_TEMPLATE = '{name}';

/** Maps placeholders to their values. */
const PARTS: Readonly<Record<string, (place: SecretPlace) => string>> = {
  name: ({name}) => name.replace(SUFFIX, '') || name,
  secret: ({name}) => name,
  namespace: ({namespace}) => namespace,
};

/** Returns the problem of a template for workspace names; undefined if it is valid. */
export function templateProblem(template: string): string | undefined {
  const unknown = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, part = '']) => part).find((part) => !(part in PARTS));
  const known = Object.keys(PARTS)
    .map((part) => `{${part}}`)
    .join(', ');
  if (unknown !== undefined) return `unknown placeholder {${unknown}}; known: ${known}`;
  if (/\{(?:name|secret)\}/.test(template)) return undefined;
  return `${template} gives every workspace of a namespace the same name: it needs {name} or {secret}`;
}

/** Returns the workspace name for a Secret. `{name}` is the Secret's name without `-admin-kubeconfig` or `-kubeconfig`. */
export const nameFor = (template: string, place: SecretPlace): string =>
  template.replaceAll(/\{([^{}]*)\}/g, (whole, part: string) => PARTS[part]?.(place) ?? whole);
