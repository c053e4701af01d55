/** The ownership label. Its value is the lineage: the random id of the release history that an object belongs to. */
export const LINEAGE_LABEL = 'gantry.dev/lineage';
/** The ownership annotation with the resource id. A copy of our labels on another object does not match its own id. */
export const ID_ANNOTATION = 'gantry.dev/id';
/** The annotation with project/stack/workspace, for people. No decision uses it. */
export const STACK_ANNOTATION = 'gantry.dev/stack';
/** The annotation of Namespaces and CRDs that Gantry created: only those may be deleted. */
export const CREATED_ANNOTATION = 'gantry.dev/created';
/** The annotation of the namespace that Gantry created for a stack: the lineage of the stack. The annotation does not mean that the stack owns it. */
export const CREATED_FOR_ANNOTATION = 'gantry.dev/created-for';
/** The value of `gantry.dev/created` if another stack declares the same object: neither stack deletes it. Otherwise it is `true`. */
export const CREATED_SHARED = 'shared';
/** The annotation that protects an object: with `"true"` it is never deleted or replaced. */
export const PROTECT_ANNOTATION = 'gantry.dev/protect';
/** The annotation with a CEL expression that is true when the object is ready. It overrides every rule of the stack and its workspace. */
export const READY_ANNOTATION = 'gantry.dev/ready';
/** The annotation for replacements. `allowed`: no flag is needed; `forbidden`: no flag permits it. */
export const REPLACE_ANNOTATION = 'gantry.dev/replace';
/** The annotation of a workload. `"true"`: its pods restart when a ConfigMap or Secret that they use changes. `"false"`: they never do. */
export const RESTART_ANNOTATION = 'gantry.dev/restart-on-change';
/** The annotation of a pod template with the digests of the ConfigMaps and Secrets that the pods use. */
export const CONFIG_DIGESTS_ANNOTATION = 'gantry.dev/config-digests';
/** The annotation of a Secret in which a backend stores a value: the key of that value. */
export const BACKEND_KEY_ANNOTATION = 'gantry.dev/backend-key';
/** The label with the type of a shared resource, by which applications claim it. */
export const TYPE_LABEL = 'gantry.dev/type';
/** The label with the class of a shared resource, by which applications claim it. */
export const CLASS_LABEL = 'gantry.dev/class';
/** The field manager of every server-side apply. */
export const FIELD_MANAGER = 'gantry';
/** The annotation of a shared resource with the projects that may use it: names or globs, separated by commas. */
export const USABLE_BY_ANNOTATION = 'gantry.dev/usable-by';
/** The annotation that orders resources: `before ID`, `after ID`, separated by commas, for an order that the objects do not show. */
export const ORDER_ANNOTATION = 'gantry.dev/order';
/** The field manager for shared objects of another stack: an apply as `gantry` would remove the fields that the other stack set. */
export const CO_OWNER = 'gantry-co-owner';
