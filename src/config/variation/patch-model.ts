import {z} from 'zod';

const text = z.string().min(1);

/** Which objects a patch is for. The namespace is the stack's own where none is given; `*` stands for any characters. */
export const PatchTarget = z
  .strictObject({
    apiVersion: text.optional().meta({description: 'Group and version: `apps/v1`.'}),
    group: z.string().optional().meta({description: 'Any version of it; an empty text is the core group.'}),
    version: text.optional().meta({description: 'The version of the group.'}),
    kind: text.optional().meta({description: 'The kind: `Deployment`.'}),
    name: text.optional().meta({description: 'The name; `*` stands for any characters.'}),
    namespace: text.optional().meta({description: 'Default: the namespace of the stack.'}),
    labelSelector: text.optional().meta({description: 'Labels of the objects: `app=web`.'}),
    annotationSelector: text.optional().meta({description: 'Annotations of the objects, in the same form.'}),
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
    op: z
      .enum(['add', 'remove', 'replace', 'move', 'copy', 'test'], {
        error: 'an operation is `add`, `remove`, `replace`, `move`, `copy` or `test`',
      })
      .meta({description: 'What is done (RFC 6902).'}),
    path: pointer.meta({description: 'Where, as a JSON pointer: `/spec/replicas`.'}),
    from: pointer.optional().meta({description: 'Where `move` and `copy` take the value.'}),
    value: z.json().optional().meta({description: 'The value of `add`, `replace` and `test`.'}),
  })
  .superRefine(({op, from, value}, context) => {
    const needsValue = op === 'add' || op === 'replace' || op === 'test';
    const needsFrom = op === 'move' || op === 'copy';
    if (needsValue && value === undefined) context.addIssue({code: 'custom', message: `\`${op}\` needs a \`value\``});
    if (needsFrom && from === undefined) context.addIssue({code: 'custom', message: `\`${op}\` needs a \`from\``});
  });

/** The form that selects its objects; the other form is a part of an object with its apiVersion, kind and name. */
export const SelectedPatch = z.strictObject({
  target: PatchTarget.meta({description: 'Which objects are patched.'}),
  patch: z
    .union([z.array(Operation).min(1, {error: '`patch` is empty'}), z.record(z.string(), z.json())], {
      error: ({input}) =>
        typeof input === 'string'
          ? '`patch` is a list of operations, or a part of an object: take away the `|` before it'
          : '`patch` is a list of operations, or a part of an object',
    })
    .meta({description: 'A list of JSON Patch operations, or a part of an object.'}),
});

/** A patch of JSON patch operations (RFC 6902). */
export const OperationsPatch = z.strictObject({
  target: PatchTarget,
  patch: z.array(Operation).min(1, {error: '`patch` is empty'}),
});

/** The form that says itself which object it is a part of. */
const NamedPart = z.looseObject({
  apiVersion: text.meta({description: 'Of the object that this is a part of.'}),
  kind: text.meta({description: 'Of the object.'}),
  metadata: z
    .looseObject({
      name: text.meta({description: 'Of the object.'}),
      namespace: text.optional().meta({description: 'Of the object; default: the namespace of the stack.'}),
    })
    .meta({description: 'The name of the object, and what is changed of its metadata.'}),
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
