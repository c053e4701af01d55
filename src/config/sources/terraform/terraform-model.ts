import {z} from 'zod';
import type {Json} from '../../../core/json.ts';

const Path = z.string().min(1);

/** The value of `terraform` in an entry of `sources`. */
export const TerraformModel = z.union([
  Path,
  z.array(Path).min(1),
  z.strictObject({
    from: z
      .union([Path, z.array(Path).min(1)])
      .meta({description: 'The directory of a root module, or its files, relative to the stack directory.'}),
    vars: z.record(z.string(), z.json()).optional().meta({
      description: 'The values of variables. They can be references, and they have priority over all files.',
    }),
    varFiles: z.array(Path).optional().meta({
      description: 'Files with values of variables, relative to the stack directory. Later files have priority.',
    }),
  }),
]) as z.ZodType<Json>;

/** A source of `.tf` files as stack.yaml names it. */
export type WrittenTerraform = {
  /** A directory, or the files of one. */
  readonly from: string | readonly string[];
  readonly vars: Readonly<Record<string, Json>>;
  readonly varFiles: readonly string[];
};

/** Returns the value of an entry in its long form. */
export function writtenTerraform(value: Json | undefined): WrittenTerraform {
  if (typeof value === 'string' || Array.isArray(value))
    return {from: value as string | readonly string[], vars: {}, varFiles: []};
  const {
    from,
    vars = {},
    varFiles = [],
  } = value as unknown as Pick<WrittenTerraform, 'from'> & Partial<WrittenTerraform>;
  return {from, vars, varFiles};
}
