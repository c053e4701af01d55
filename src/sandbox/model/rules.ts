import type {JsonObject} from '../../core/json.ts';
import type {Problem} from './status.ts';
import type {ClusterView} from './view.ts';

/** One write, after decoding and defaulting: the stored object and the new one. */
export type Write = {
  readonly object: JsonObject;
  /** The object before the write; undefined on creation. */
  readonly before: JsonObject | undefined;
  /** Empty for the object itself. */
  readonly subresource: string;
  readonly cluster: ClusterView;
  /** In RFC 3339 with seconds, like `2026-11-22T00:00:00Z`. */
  readonly now: string;
  /** Set for a dry run, which invents allocated values. Default: false. */
  readonly dryRun?: boolean;
};

/**
 * The server's behavior for objects of one built-in kind, beyond storing them. All functions are pure: they return a new object, or
 * problems. A kind without rules is stored unchanged.
 */
export type KindRules = {
  /** Sets the defaults of the versioned type (`SetObjectDefaults_X`) in a whole object, before any comparison. */
  readonly defaults?: (object: JsonObject) => JsonObject;
  /**
   * Does the work of `PrepareForCreate`/`PrepareForUpdate` and of the default admission plugins: allocations (clusterIP), finalizers,
   * dropped fields. The caller keeps `status` on writes to the object, and everything else on writes to `/status`.
   */
  readonly prepare?: (write: Write) => JsonObject;
  /** Returns all problems of the object, in the server's order. */
  readonly validate?: (write: Write) => readonly Problem[];
  /** Returns the `Warning` headers of a write, which never stop it. `given`: the object before `prepare`. */
  readonly warnings?: (write: Write, given?: JsonObject) => readonly string[];
  /** Changes the object of a DELETE before it is marked or removed: adds finalizers and conditions. */
  readonly beforeDelete?: (object: JsonObject, now: string) => JsonObject;
  /** Set if the kind has `metadata.generation`, which counts the changes of the spec. Default: false. */
  readonly generation?: boolean;
  /** Returns the fields besides metadata that count for the generation. Default: everything but status. */
  readonly generationOf?: (object: JsonObject) => JsonObject;
  /** The form of names: that of a path segment (RBAC), a DNS label (Namespace, Service) or a DNS subdomain. Default: 'subdomain'. */
  readonly names?: 'subdomain' | 'label' | 'label1035' | 'path-segment';
  /** True if a PUT or an apply creates a missing object, false if neither does. Default: apply does, PUT does not. */
  readonly createsOnUpdate?: boolean;
  /** True if a PUT without a resourceVersion is allowed. Default: true, as for nearly all kinds; false for custom resources. */
  readonly unconditionalUpdate?: boolean;
  /** The `propagationPolicy` of a DELETE without one. Orphan for some kinds for legacy reasons (batch/v1 Jobs). Default: Background. */
  readonly defaultPropagation?: 'Background' | 'Orphan';
};
