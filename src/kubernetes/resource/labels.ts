/** The label that holds the lineage: the random id of the release series that an object belongs to. */
export const LINEAGE_LABEL = 'gantry.dev/lineage';
/** The annotation that holds the resource id: a copy of our labels on another object names another id. */
export const ID_ANNOTATION = 'gantry.dev/id';
/** project/stack/workspace, for people. Nothing decides by it. */
export const STACK_ANNOTATION = 'gantry.dev/stack';
/** On Namespaces and CRDs that Gantry made: only those may be deleted. */
export const CREATED_ANNOTATION = 'gantry.dev/created';
/** Its value where another stack has the same one in its files: neither deletes it. Otherwise it is `true`. */
export const CREATED_SHARED = 'shared';
/** `"true"`: never deleted or replaced. */
export const PROTECT_ANNOTATION = 'gantry.dev/protect';
/** CEL that is true when the object is ready; before every rule of the stack and its workspace. */
export const READY_ANNOTATION = 'gantry.dev/ready';
/** `allowed`: replaced without a flag; `forbidden`: never, whatever the flags say. */
export const REPLACE_ANNOTATION = 'gantry.dev/replace';
/** On a Secret that a backend keeps a value in: the key of that value. */
export const BACKEND_KEY_ANNOTATION = 'gantry.dev/backend-key';
/** The field manager of every server-side apply. */
export const FIELD_MANAGER = 'gantry';
/** `before ID`, `after ID`, separated by commas: an order that nothing in the objects tells. */
export const ORDER_ANNOTATION = 'gantry.dev/order';
/** Marks objects of another stack as shared: an apply as `gantry` would take away what that stack set under this name. */
export const CO_OWNER = 'gantry-co-owner';
