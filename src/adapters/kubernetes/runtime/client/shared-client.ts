import type {ClusterIdentity} from '../../../../core/workspace/cluster-identity.ts';
import type {Catalog} from './catalog.ts';
import type {Link} from './link.ts';
import type {Objects} from './objects.ts';

/** Returns the identity of the cluster; the uid of a namespace serves if that of kube-system cannot be read. */
export type Identify = (fallback: {readonly namespace?: string}) => Promise<ClusterIdentity>;

/** The parts of a client that the stacks of one run share. Secrets and events stay with the client of each stack. */
export type SharedClient = {
  readonly link: Link;
  /** Returns the kinds and the schemas of the server. */
  readonly catalog: () => Catalog;
  /** Lets the next client read the kinds again, after a CRD or an APIService was changed. */
  readonly renewCatalog: () => void;
  /** Lists and objects that are read once, for plans and reports that are made together. */
  readonly snapshot?:
    | {readonly list: Objects['list']; readonly get: Objects['get']; readonly identify: Identify}
    | undefined;
  readonly close: () => void;
};
