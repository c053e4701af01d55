import {z} from 'zod';

const text = z.string().min(1);

/** Which objects a patch is for. The namespace is the stack's own where none is given; `*` stands for any characters. */
export const PatchTarget = z
  .strictObject({
    apiVersion: text.optional(),
    group: z.string().optional().meta({description: 'Any version of it; an empty text is the core group.'}),
    version: text.optional(),
    kind: text.optional(),
    name: text.optional(),
    namespace: text.optional(),
    labelSelector: text.optional(),
    annotationSelector: text.optional(),
  })
  .refine(({apiVersion, group, version}) => apiVersion === undefined || (group ?? version) === undefined, {
    error: '`target` names an `apiVersion`, or a `group` and a `version`, not both',
  })
  .refine((target) => Object.keys(target).length > 0, {error: '`target` selects nothing: give at least a `kind`'});
/** Which resources a patch applies to. */
export type PatchTarget = z.infer<typeof PatchTarget>;

const pointer = z.string().regex(/^\/(?:[^~]|~[01])*$/, {
  error: 'a path is a JSON pointer, for example /spec/template/spec/containers/0/image',
});

const Operation = z
  .strictObject({
    op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test'], {
      error: 'an operation is `add`, `remove`, `replace`, `move`, `copy` or `test`',
    }),
    path: pointer,
    from: pointer.optional(),
    value: z.json().optional(),
  })
  .superRefine(({op, from, value}, context) => {
    const needsValue = op === 'add' || op === 'replace' || op === 'test';
    const needsFrom = op === 'move' || op === 'copy';
    if (needsValue && value === undefined) context.addIssue({code: 'custom', message: `\`${op}\` needs a \`value\``});
    if (needsFrom && from === undefined) context.addIssue({code: 'custom', message: `\`${op}\` needs a \`from\``});
  });

/** The form that selects its objects; the other form is a part of an object with its apiVersion, kind and name. */
export const SelectedPatch = z.strictObject({
  target: PatchTarget,
  patch: z.union([z.array(Operation).min(1, {error: '`patch` is empty'}), z.record(z.string(), z.json())], {
    error: ({input}) =>
      typeof input === 'string'
        ? '`patch` is a list of operations, or a part of an object: take away the `|` before it'
        : '`patch` is a list of operations, or a part of an object',
  }),
});

/** A patch of JSON patch operations (RFC 6902). */
export const OperationsPatch = z.strictObject({
  target: PatchTarget,
  patch: z.array(Operation).min(1, {error: '`patch` is empty'}),
});

/** The form that says itself which object it is a part of. */
const NamedPart = z.looseObject({
  apiVersion: text,
  kind: text,
  metadata: z.looseObject({name: text, namespace: text.optional()}),
});
const AnyPatch = z.union([SelectedPatch, NamedPart]);

/** A document of `patches/<workspace>.yaml`. For editors: what is read is checked patch by patch, to name each mistake. */
export const PatchesFile = z.union([AnyPatch, z.array(AnyPatch)]).meta({
  title: 'patches/<workspace>.yaml',
  description: 'Parts of objects that are laid over the sources of a stack.',
});

const Part = z.record(z.string(), z.json());
const List = z.array(Part);

/** `patches` of stack.yaml: a list for every workspace, or lists by the workspace's name (`*`: every one). */
export const StackPatches = z.union([List, z.record(z.string(), List.nullable())], {
  error: '`patches` is a list of patches, or a mapping from the name of a workspace to its list',
});
/** The `patches` of a stack. */
export type StackPatches = z.infer<typeof StackPatches>;
