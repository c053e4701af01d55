/** A Secret that holds a kubeconfig. */
export type SecretPlace = {readonly namespace: string; readonly name: string};

/** What those who make the Secrets append to the name of the cluster: Kamaji, then Cluster API. */
const SUFFIX = /-(?:admin-)?kubeconfig$/;

/** The part of a template that the name of a Secret replaces. */
export const NAME_TEMPLATE = '{name}';

/** The placeholders, and what they stand for. */
const PARTS: Readonly<Record<string, (place: SecretPlace) => string>> = {
  name: ({name}) => name.replace(SUFFIX, '') || name,
  secret: ({name}) => name,
  namespace: ({namespace}) => namespace,
};

/** Why a text cannot say how workspaces are named, or nothing. */
export function templateProblem(template: string): string | undefined {
  const unknown = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, part = '']) => part).find((part) => !(part in PARTS));
  const known = Object.keys(PARTS)
    .map((part) => `{${part}}`)
    .join(', ');
  if (unknown !== undefined) return `{${unknown}} stands for nothing: there are ${known}`;
  if (/\{(?:name|secret)\}/.test(template)) return undefined;
  return `${template} gives every workspace of a namespace the same name: it needs {name} or {secret}`;
}

/** `{name}` is the Secret's name without `-admin-kubeconfig` or `-kubeconfig`. */
export const nameFor = (template: string, place: SecretPlace): string =>
  template.replaceAll(/\{([^{}]*)\}/g, (whole, part: string) => PARTS[part]?.(place) ?? whole);
