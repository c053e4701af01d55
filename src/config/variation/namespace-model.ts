import {z} from 'zod';
import {Namespace} from '../names.ts';

/** A namespace as it is written: a name that may contain `${context:KEY}`, which is checked when the workspace is known. */
const WrittenName = z.string().superRefine((text, context) => {
  const wrong = text.includes('${context:') ? undefined : Namespace.safeParse(text).error?.issues[0]?.message;
  if (wrong !== undefined) context.addIssue({code: 'custom', message: wrong});
});

/** The schema of `namespace` in stack.yaml: one name for every workspace, or names by workspace (`*`: all others). */
export const StackNamespace = z.union([WrittenName, z.record(z.string(), WrittenName)], {
  error: '`namespace` must be a name, or a mapping from the name of a workspace to its namespace',
});
/** The checked `namespace` of a stack, before its workspace is known. */
export type StackNamespace = z.infer<typeof StackNamespace>;
