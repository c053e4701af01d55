/** A Secret, or a key of it: `secret://NAME/KEY`. */
export type SecretKey = {readonly name: string; readonly key?: string | undefined};

const REFERENCE = /^secret:\/\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?:\/([-._a-zA-Z0-9]{1,253}))?$/;

/** Parses `secret://NAME` or `secret://NAME/KEY`, also in `${…}`. Undefined if a text is not one of them. */
export function secretKeyOf(text: string): SecretKey | undefined {
  const [, name, key] = REFERENCE.exec(/^\$\{(secret:\/\/[^}]*)\}$/.exec(text)?.[1] ?? text) ?? [];
  return name === undefined ? undefined : {name, key};
}

/** Reports whether a text is meant as a reference to a Secret of the cluster. */
export const isSecretKey = (text: string): boolean => /^(?:\$\{)?secret:\/\//.test(text);
