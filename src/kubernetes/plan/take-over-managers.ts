import {isObject, type Json, type JsonObject} from '../../core/json.ts';

/** The record that shows which fields the user of a tool wrote. The managed-fields entry of a tool may also contain the server's defaults. */
export type FieldRecord =
  /** kubectl's annotation with the last applied manifest. */
  | 'last-applied'
  /** The manifest in the Secret of the Helm release. */
  | 'helm-release'
  /** The entry itself: that of a server-side apply contains exactly what was applied. */
  | 'entry';

/** A field manager whose fields become ours when its object is adopted (engine rules, section 9). */
export type TakeOverManager = {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly record: FieldRecord;
  /** True if nothing is taken over without that record. */
  readonly recordNeeded?: true;
};

/**
 * Tools that write whole manifests. Managers that change single fields by hand (kubectl-edit, kubectl-patch,
 * kubectl-label, scale) and controllers are never listed. `kubectl` as an Update manager is `kubectl scale`, or a
 * plug-in.
 */
const MANAGERS: readonly TakeOverManager[] = [
  {manager: 'kubectl-client-side-apply', operation: 'Update', record: 'last-applied'},
  // The server's name for everything in an object without managed fields, including what controllers and people set.
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

/** Returns the table with the additional managers that the user named. */
export const takeOverManagers = (configured: readonly string[] = []): readonly TakeOverManager[] => [
  ...MANAGERS,
  ...configured.flatMap((manager) =>
    (['Update', 'Apply'] as const).map((operation) => ({manager, operation, record: 'entry' as const})),
  ),
];

/** The manager of `kubectl create`. Together with `kubectl apply` it writes one manifest, so its fields are those of the manifest. */
export const CREATOR = 'kubectl-create';

/** The annotation with the last configuration of client-side `kubectl apply`. */
export const LAST_APPLIED_ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/** The annotation with the name of the Helm release that owns an object. */
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

/** Returns the row of the table for a writer of fields, or undefined for writers whose fields are never taken over. */
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
