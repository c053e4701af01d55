import type {JsonObject} from '../../core/json.ts';
import {secretReferencesIn} from '../../core/reference/secret-references-in.ts';
import {secretKeyOf} from './secret-key.ts';
import type {NamedContainer} from './stored-files.ts';

/** The variables of a container. */
export type Environment = {
  /** In the order of the file: a later variable may use an earlier one as `$(NAME)`. */
  readonly variables: readonly JsonObject[];
  /** The values from secret stores, by the key of the Secret that contains them. */
  readonly secrets: Readonly<Record<string, string>>;
};

/** Returns the variables of a container. A value from a secret store is a key of a Secret, so that no pod template contains it. */
export function environmentOf([container, {env = {}}]: NamedContainer, secret: string): Environment {
  const secrets: Record<string, string> = {};
  const variables = Object.entries(env).map(([name, value]) => {
    const from = secretKeyOf(value);
    if (from?.key !== undefined) return variableFrom(name, from.name, from.key);
    if (secretReferencesIn({value}).length === 0) return {name, value};
    const key = `${container}.${name}`;
    secrets[key] = value;
    return variableFrom(name, secret, key);
  });
  return {variables, secrets};
}

const variableFrom = (name: string, secret: string, key: string): JsonObject => ({
  name,
  valueFrom: {secretKeyRef: {name: secret, key}},
});
