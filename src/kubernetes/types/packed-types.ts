import type {JsonObject} from '../../core/json.ts';

/**
 * The types of several versions of Kubernetes in one document. Types that are equal in several versions are stored once: a mask has bit `i` for the
 * release `i`. `scripts/kubernetes-types.ts` writes it.
 */
export type PackedTypes = {
  /** The releases whose types are known, oldest first: `1.34.4`. */
  readonly releases: readonly string[];
  /** The kinds by `apps/v1/Deployment` or `v1/Pod`: in which releases, and whether they are namespaced. */
  readonly kinds: Readonly<Record<string, readonly [mask: number, namespaced: boolean]>>;
  /** The components of OpenAPI v3 by name, without descriptions: each form, and in which releases it applies. */
  readonly types: Readonly<Record<string, readonly (readonly [mask: number, schema: JsonObject])[]>>;
};
