import type {RequestOptions} from '../adapters/kubernetes/runtime/client/request-types.ts';
import type {Clock} from '../ports/clock.ts';

/** The transport to API servers and the clock of a run. A program that embeds a cluster replaces both. */
export type Network = Pick<RequestOptions, 'openTransport'> & {readonly clock: Clock};
