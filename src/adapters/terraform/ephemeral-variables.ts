import type {Json, JsonPath} from '../../core/json.ts';

/** Values that Terraform gets as ephemeral variables, so that neither a plan nor the state contains them. */
export type EphemeralVariables = {
  readonly values: readonly Json[];
  /** Adds a value. Returns the expression for it. */
  readonly hide: (value: Json) => string;
  /** Returns the text of each variable, by name. */
  readonly byName: () => ReadonlyMap<string, string>;
};

/** Makes a list of ephemeral variables: `e0`, `e1`, and so on. */
export function ephemeralVariables(): EphemeralVariables {
  const values: Json[] = [];
  return {
    values,
    // A variable of the environment is a text. Terraform would read the templates in any other type.
    hide: (value) => {
      const name = `var.e${values.push(value) - 1}`;
      return typeof value === 'string' ? name : `jsondecode(${name})`;
    },
    byName: () =>
      new Map(values.map((value, i) => [`e${i}`, typeof value === 'string' ? value : JSON.stringify(value)])),
  };
}

/** Reports whether an argument is write-only, by the convention of providers: only such an argument takes an ephemeral value. */
export const isWriteOnly = (path: JsonPath): boolean =>
  path.some((step) => typeof step === 'string' && step.endsWith('_wo'));
