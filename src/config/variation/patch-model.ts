import {z} from 'zod';

const text = z.string().min(1);

/** The schema of a patch's target. Without a namespace, it selects in every namespace. `*` matches any characters. */
export const PatchTarget = z
  .strictObject({
    apiVersion: text.optional().meta({description: 'The group and version: `apps/v1`.'}),
    group: z.string().optional().meta({description: 'The group, in any version. An empty string is the core group.'}),
    version: text.optional().meta({description: 'The version of the group.'}),
    kind: text.optional().meta({description: 'The kind: `Deployment`.'}),
    name: text.optional().meta({description: 'The name. `*` matches any characters.'}),
    namespace: text
      .optional()
      .meta({description: 'The namespace. `*` matches any characters. Default: every namespace.'}),
    labelSelector: text.optional().meta({description: 'A selector for labels of the objects: `app=web`.'}),
    annotationSelector: text.optional().meta({description: 'Annotations of the objects, in the same form.'}),
  })
  .refine(({apiVersion, group, version}) => apiVersion === undefined || (group ?? version) === undefined, {
    error: '`target` must not have both `apiVersion` and `group` or `version`',
  })
  .refine((target) => Object.keys(target).length > 0, {error: '`target` is empty: add at least a `kind`'});
/** The checked target of a patch. */
export type PatchTarget = z.infer<typeof PatchTarget>;

const pointer = z.string().regex(/^\/(?:[^~]|~[01])*$/, {
  error: 'must be a JSON pointer, for example /spec/template/spec/containers/0/image',
});

const Operation = z
  .strictObject({
    op: z
      .enum(['add', 'remove', 'replace', 'move', 'copy', 'test'], {
        error: 'must be `add`, `remove`, `replace`, `move`, `copy` or `test`',
      })
      .meta({description: 'The operation (RFC 6902).'}),
    path: pointer.meta({description: 'The field, as a JSON pointer: `/spec/replicas`.'}),
    from: pointer.optional().meta({description: 'The field that `move` and `copy` take the value from.'}),
    value: z.json().optional().meta({description: 'The value of `add`, `replace` and `test`.'}),
  })
  .superRefine(({op, from, value}, context) => {
    const needsValue = op === 'add' || op === 'replace' || op === 'test';
    const needsFrom = op === 'move' || op === 'copy';
    if (needsValue && value === undefined) context.addIssue({code: 'custom', message: `\`${op}\` needs a \`value\``});
    if (needsFrom && from === undefined) context.addIssue({code: 'custom', message: `\`${op}\` needs a \`from\``});
  });

/** The schema of a patch with a `target`. The other form of a patch is a partial object with apiVersion, kind and name. */
export const SelectedPatch = z.strictObject({
  target: PatchTarget.meta({description: 'The objects that are patched.'}),
  patch: z
    .union([z.array(Operation).min(1, {error: '`patch` is empty'}), z.record(z.string(), z.json())], {
      error: ({input}) =>
        typeof input === 'string'
          ? '`patch` must be a list of operations or a partial object: remove the `|` before it'
          : '`patch` must be a list of operations or a partial object',
    })
    .meta({description: 'A list of JSON Patch operations, or a partial object.'}),
});

/** The schema of a patch with JSON Patch operations (RFC 6902). */
export const OperationsPatch = z.strictObject({
  target: PatchTarget,
  patch: z.array(Operation).min(1, {error: '`patch` is empty'}),
});

/** The schema of a patch that is a partial object with apiVersion, kind and name. */
const NamedPart = z.looseObject({
  apiVersion: text.meta({description: 'The apiVersion of the object to patch.'}),
  kind: text.meta({description: 'The kind of the object.'}),
  metadata: z
    .looseObject({
      name: text.meta({description: 'The name of the object.'}),
      namespace: text.optional().meta({
        description:
          'The namespace of the object. Default: the namespace of the stack, or else the only one with such an object.',
      }),
    })
    .meta({description: 'The name of the object, and the changes of its metadata.'}),
});
const AnyPatch = z.union([SelectedPatch, NamedPart]);

/** The schema of `patches/<workspace>.yaml`, for editors. When Gantry reads the file, it checks each patch on its own. */
export const PatchesFile = z.union([AnyPatch, z.array(AnyPatch)]).meta({
  title: 'patches/<workspace>.yaml',
  description: 'Patches of the objects from the sources of a stack.',
});

const Part = z.record(z.string(), z.json());
const List = z.array(Part);

/** The schema of `patches` in stack.yaml: a list for every workspace, or lists by the workspace's name (`*`: every workspace). */
export const StackPatches = z.union([List, z.record(z.string(), List.nullable())], {
  error: '`patches` must be a list of patches, or a mapping from the name of a workspace to its list',
});
/** The checked `patches` of a stack. */
export type StackPatches = z.infer<typeof StackPatches>;
