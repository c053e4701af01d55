/** What discovery of columns tells of one: how it is called, of which type, and what it means. */
export type Heading = readonly [
  name: string,
  description: string,
  more?: {readonly type?: string; readonly format?: string; readonly priority?: number},
];

/** What the server says of names. */
export const NAMED =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';
/** What the server says of the time of creation. */
export const CREATED =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';
const CONTAINERS = 'Names of each container in the template.';
const IMAGES = 'Images referenced by each container in the template.';

/** The column of names. */
export const NAME: Heading = ['Name', NAMED, {format: 'name'}];
/** The column of ages. */
export const AGE: Heading = ['Age', CREATED];
/** What a pod template runs. */
export const TEMPLATE: readonly Heading[] = [
  ['Containers', CONTAINERS, {priority: 1}],
  ['Images', IMAGES, {priority: 1}],
];

/** Of kinds that have no columns of their own. */
export const PLAIN: readonly Heading[] = [NAME, ['Created At', CREATED, {type: 'date'}]];
