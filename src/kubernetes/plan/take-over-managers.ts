import {isObject, type Json, type JsonObject} from '../../core/json.ts';

/** What tells which of a manager's fields its user wrote down. Its managed-fields entry may also hold the server's defaults. */
export type FieldRecord =
  /** kubectl's annotation with the manifest that it last applied. */
  | 'last-applied'
  /** The manifest in the Secret of the Helm release. */
  | 'helm-release'
  /** The entry itself: that of a server-side apply holds exactly what was applied. */
  | 'entry';

/** A field manager whose fields become ours when we adopt what it made (engine rules, section 9). */
export type TakeOverManager = {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly record: FieldRecord;
  /** Without that record nothing is taken. */
  readonly recordNeeded?: true;
};

/**
 * Tools that wrote whole manifests. Never here: who changes single fields by hand (kubectl-edit, kubectl-patch, kubectl-label,
 * scale) and controllers. `kubectl` as an Update manager is `kubectl scale`, or a plug-in.
 */
const MANAGERS: readonly TakeOverManager[] = [
  {manager: 'kubectl-client-side-apply', operation: 'Update', record: 'last-applied'},
  // What the server calls everything in an object that has no managed fields: also what controllers and people set.
  {manager: 'before-first-apply', operation: 'Update', record: 'last-applied', recordNeeded: true},
  {manager: 'kubectl', operation: 'Apply', record: 'entry'},
  // Keeps the annotation up to date when an object of client-side apply is applied by the server.
  {manager: 'kubectl-last-applied', operation: 'Apply', record: 'entry'},
  // Helm 3, then Helm 4.
  {manager: 'helm', operation: 'Update', record: 'helm-release'},
  {manager: 'helm', operation: 'Apply', record: 'entry'},
  {manager: 'kusion', operation: 'Update', record: 'entry'},
  {manager: 'kusion', operation: 'Apply', record: 'entry'},
];

/** The table with the managers that the user named besides. */
export const takeOverManagers = (configured: readonly string[] = []): readonly TakeOverManager[] => [
  ...MANAGERS,
  ...configured.flatMap((manager) =>
    (['Update', 'Apply'] as const).map((operation) => ({manager, operation, record: 'entry' as const})),
  ),
];

/** Who makes an object with `kubectl create` and goes on with `kubectl apply` means one manifest: what that names is its alone. */
export const CREATOR = 'kubectl-create';

/** The annotation with the last configuration of client-side `kubectl apply`. */
export const LAST_APPLIED_ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/** The annotations with which Helm marks what belongs to a release. */
export const HELM_NAME_ANNOTATION = 'meta.helm.sh/release-name';
/** The annotation with the namespace of the Helm release that owns an object. */
export const HELM_NAMESPACE_ANNOTATION = 'meta.helm.sh/release-namespace';
/** The label with the tool that manages an object. */
export const MANAGED_BY_LABEL = 'app.kubernetes.io/managed-by';

/** A manager of fields, as a managedFields entry names it. */
export type Writer = {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string | undefined;
};

/** The row of the table for a writer of fields; undefined for those whose fields are never taken. */
export const takeOverManagerOf = (
  {manager, operation, subresource}: Writer,
  table: readonly TakeOverManager[],
): TakeOverManager | undefined =>
  (subresource ?? '') === '' ? table.find((row) => row.manager === manager && row.operation === operation) : undefined;

/** Returns the manager of a managedFields entry, and its time. */
export const writerOf = (entry: JsonObject): Writer & {readonly time: string | undefined} => ({
  manager: text(entry['manager']) ?? '',
  operation: text(entry['operation']) ?? '',
  subresource: text(entry['subresource']),
  time: text(entry['time']),
});

/** Returns the metadata of an object; empty if it has none. */
export const metadataOf = (object: JsonObject): JsonObject => (isObject(object['metadata']) ? object['metadata'] : {});

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
