import type {Authority, Identity, Leaf} from '../../src/sandbox/run/certificate.ts';
import * as certificate from '../../src/sandbox/run/certificate.ts';

export type {Identity, Leaf} from '../../src/sandbox/run/certificate.ts';
export {createKey} from '../../src/sandbox/run/certificate.ts';

/** A constant, because a control plane that runs already is asked with certificates that are issued later. */
const NAME = 'gantry-test-ca';

/** Who signs what the tests need: KUBEBUILDER_ASSETS alone are enough to run them, without Go and without openssl. */
export const createAuthority = (): Authority => certificate.createAuthority(NAME);

/** Issues a certificate for a server or a client; a client's `organizations` are its groups in Kubernetes. */
export const issueLeaf = ({privateKey}: Pick<Authority, 'privateKey'>, leaf: Leaf): Identity =>
  certificate.issueLeaf({name: NAME, privateKey}, leaf);
