/** An object or a list that a template looks up. */
export type LookUpTarget = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
};

/** The Secrets that a source allows, and the namespace of those without one. */
export type AllowedLookUps = {
  /** `NAME` in the namespace of the release, or `NAMESPACE/NAME`. */
  readonly lookups: readonly string[];
  readonly namespace: string;
};

/** Reports whether a template may look up an object. Secrets must be allowed by name, so a list of Secrets never is. */
export function isAllowedLookUp(
  {apiVersion, kind, namespace, name}: LookUpTarget,
  {lookups, namespace: own}: AllowedLookUps,
): boolean {
  if (apiVersion !== 'v1' || kind !== 'Secret') return true;
  if (namespace === undefined || name === undefined) return false;
  return lookups.some((allowed) => (allowed.includes('/') ? allowed : `${own}/${allowed}`) === `${namespace}/${name}`);
}
