import type {JsonObject} from '../../core/json.ts';
import type {Problem} from './status.ts';
import type {ClusterView} from './view.ts';

/** One write, after decoding and defaults: what stands there now, and what shall. */
export type Write = {
  readonly object: JsonObject;
  /** Undefined: it is created. */
  readonly before: JsonObject | undefined;
  /** '' for the object itself. */
  readonly subresource: string;
  readonly cluster: ClusterView;
  /** RFC 3339 with seconds, like `2026-11-22T00:00:00Z`. */
  readonly now: string;
  /** It is only tried: what is allocated then is made up. Default: false. */
  readonly dryRun?: boolean;
};

/**
 * What the server does to objects of one built-in kind beside storing them. All are pure: they answer a new object, or what is
 * wrong with one. A kind without rules is stored as it comes.
 */
export type KindRules = {
  /** The defaults of the versioned type (`SetObjectDefaults_X`): of a whole object, before anything is compared. */
  readonly defaults?: (object: JsonObject) => JsonObject;
  /**
   * `PrepareForCreate`/`PrepareForUpdate` and the admission plugins that are on by default: allocations (clusterIP), finalizers,
   * what is dropped. Keeping `status` on writes to the object, and everything else on writes to `/status`, is not its business.
   */
  readonly prepare?: (write: Write) => JsonObject;
  /** Everything that is wrong with the object, in the order in which the server says it. */
  readonly validate?: (write: Write) => readonly Problem[];
  /** Returns the `Warning` headers of a write; none of them stops it. `given`: the object before `prepare`. */
  readonly warnings?: (write: Write, given?: JsonObject) => readonly string[];
  /** What a DELETE changes of the object before it is marked or removed: finalizers and conditions that it only then gets. */
  readonly beforeDelete?: (object: JsonObject, now: string) => JsonObject;
  /** Has `metadata.generation`, which counts the changes of the spec. Default: false. */
  readonly generation?: boolean;
  /** Which fields beside metadata count for the generation. Default: everything but status. */
  readonly generationOf?: (object: JsonObject) => JsonObject;
  /** Names are those of a path segment only (RBAC) instead of DNS subdomains; `label` for DNS labels (Namespace, Service). Default: 'subdomain'. */
  readonly names?: 'subdomain' | 'label' | 'label1035' | 'path-segment';
  /** Whether a PUT or an apply of what is not there creates it. Default: apply creates, PUT does not. */
  readonly createsOnUpdate?: boolean;
  /** PUT without a resourceVersion is allowed. Default: true (as for nearly all kinds); false for custom resources. */
  readonly unconditionalUpdate?: boolean;
  /** DELETE with `propagationPolicy` unset orphans dependants (batch/v1 Jobs used to). Default: background. */
  readonly defaultPropagation?: 'Background' | 'Orphan';
};
